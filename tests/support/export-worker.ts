import type { ExportWorker, FromWorker, ToWorker } from '#common/files/protocol.ts';
import { serve } from '#common/files/serve.ts';

/** The worker's own code on this thread, with real copies of messages: `vi.stubGlobal('Worker', TestWorker)`. */
export class TestWorker implements ExportWorker {
  onmessage: ExportWorker['onmessage'] = null;
  onerror: ExportWorker['onerror'] = null;
  readonly sent: ToWorker[] = [];
  terminated = 0;
  readonly #handle = serve((message) => {
    const data: FromWorker = structuredClone(message);
    setTimeout(() => this.onmessage?.({ data } as MessageEvent<FromWorker>));
  });

  postMessage(message: ToWorker): void {
    this.sent.push(message);
    setTimeout(() => this.#handle(structuredClone(message)));
  }

  terminate(): void {
    this.terminated += 1;
  }
}
