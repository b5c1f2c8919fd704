// The real server on tiny demonstration data in a folder of its own, which is removed at its end, and a mail server that stores received
// mails. The mail server has no room for addresses that begin with "refused".
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { makeDataFolder } from './data-folder.mjs';

const folder = makeDataFolder('manger-e2e-data-');
const mails = join(tmpdir(), `manger-e2e-mails-${process.env.PORT}`);
rmSync(mails, { recursive: true, force: true });
mkdirSync(mails);
let taken = 0;
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    done(address.startsWith('refused') ? Object.assign(new Error(`no room for ${address}`), { responseCode: 550 }) : null);
  },
  onData(stream, { envelope }, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      taken += 1;
      for (const { address } of envelope.rcptTo) {
        // Readers see the complete file.
        const draft = join(mails, 'draft');
        writeFileSync(draft, Buffer.concat(chunks));
        renameSync(draft, join(mails, `${address} ${taken}.eml`));
      }
      done();
    });
  },
});
await new Promise((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
const mail = {
  SMTP_URL: `smtp://127.0.0.1:${mailServer.server.address().port}`,
  MAIL_FROM: 'Manger <reports@manger.test>',
  PUBLIC_URL: `http://127.0.0.1:${process.env.PORT}`,
};
const { DATABASE_URL: _outside, REPORTS_DATABASE_URL: _replica, ...env } = process.env;
const server = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/start.mjs')], {
  stdio: 'inherit',
  env: { ...env, ...mail, HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '1', FIXTURES: 'tiny' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  mailServer.close();
  for (const place of [folder, mails]) rmSync(place, { recursive: true, force: true });
  process.exit(code ?? 1);
});
