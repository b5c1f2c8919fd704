import type { ToWorker } from './protocol.ts';
import { serve } from './serve.ts';

const handle = serve((message, transfer = []) => self.postMessage(message, { transfer }));
self.onmessage = (event: MessageEvent<ToWorker>) => handle(event.data);
