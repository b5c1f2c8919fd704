import type { ToReader } from './protocol.ts';
import { answer } from './serve.ts';

self.onmessage = (event: MessageEvent<ToReader>) => answer(event.data, (message) => self.postMessage(message));
