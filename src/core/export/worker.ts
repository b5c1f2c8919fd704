import type { ToWorker } from '#common/files/protocol.ts';
import { serve } from '#common/files/serve.ts';

const handle = serve((message, transfer = []) => self.postMessage(message, { transfer }));
self.onmessage = (event: MessageEvent<ToWorker>) => handle(event.data);
