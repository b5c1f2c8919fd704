// Orders a day repeatedly, with a fixed concurrency, between `begin` and `end`. It runs in a separate thread, so that the measured requests
// are only delayed by the server.
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers, ids, at } = workerData;
let running;
let going = false;

async function order(turn, told) {
  while (going) {
    const from = (turn++ * 7) % ids.length;
    const turned = [...ids.slice(from), ...ids.slice(0, from)];
    const body = JSON.stringify({ ids: turn % 2 === 0 ? turned : turned.toReversed() });
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.arrayBuffer();
    if (response.ok) told.done += 1;
    else told.failed += 1;
  }
}

parentPort.on('message', async (message) => {
  going = message === 'begin';
  if (going) {
    const told = { done: 0, failed: 0 };
    running = Promise.all(Array.from({ length: at }, (_, turn) => order(turn, told))).then(() => told);
  } else parentPort.postMessage(await running);
});
parentPort.postMessage('ready');
