import type { ToReader } from './protocol.ts';
import { answer } from './serve.ts';

self.onmessage = async (event: MessageEvent<ToReader>) => self.postMessage(await answer(event.data));
