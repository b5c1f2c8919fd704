import type { ScaleDriver } from '#common/scale/line.ts';
import { SCALE_DRIVERS } from '#common/scale/line.ts';
import { createScaleReader, type ScaleReader } from '#common/scale/reader.ts';
import { addReading, forgetReadings, type IndicatorState, indicator } from './indicator.ts';

/** The part of Web Serial that is used here. Browsers without it have no `navigator.serial`. */
interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface Serial extends EventTarget {
  requestPort(): Promise<SerialPort>;
  getPorts(): Promise<SerialPort[]>;
}

export interface PortSettings {
  driver: ScaleDriver;
  baud: number;
}

const KEY = 'recording-indicator';
const USUAL_SETTINGS: PortSettings = { driver: 'digi_star', baud: 9600 };
/** Milliseconds between tries to open a lost port. Plugging in is notified too, but not by every browser. */
const TRY_AGAIN = 2000;

export const serial = (): Serial | undefined => (navigator as Navigator & { serial?: Serial }).serial;

export function readSettings(): PortSettings {
  try {
    const { driver, baud } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PortSettings>;
    return { driver: SCALE_DRIVERS.find((one) => one === driver) ?? USUAL_SETTINGS.driver, baud: Number(baud) || USUAL_SETTINGS.baud };
  } catch {
    return USUAL_SETTINGS;
  }
}

export function keepSettings(settings: PortSettings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // If the storage is full, the choice counts until the page is closed.
  }
}

let port: SerialPort | null = null;
let lines: ScaleReader | null = null;
let stream: ReadableStreamDefaultReader<Uint8Array> | null = null;
let again: ReturnType<typeof setTimeout> | undefined;
let listens = false;

const update = (changes: Partial<IndicatorState>) => indicator.set({ ...indicator.get(), ...changes });

function takeBytes(bytes: Uint8Array) {
  if (!lines) return;
  const readings = lines.push(bytes, performance.now());
  const { unreadable, checksum, error, changed } = lines.counts;
  const fault = lines.readFault();
  // Half lines are normal after each connection.
  const count = unreadable + checksum + error + changed;
  const { fault: before, faults: counted } = indicator.get();
  // The state changes with faults and once a second; each reading is notified separately.
  const now = performance.now();
  const readAt = readings.length > 0 ? now : indicator.get().readAt;
  if (fault !== before || count !== counted || now - (indicator.get().readAt ?? 0) > TRY_AGAIN / 2)
    update({ fault, faults: count, readAt });
  for (const reading of readings) addReading(reading);
}

/** Reads until the stream ends. A disturbed line only interrupts it: then the port has a new stream. */
async function readStreams(from: SerialPort): Promise<void> {
  while (port === from && from.readable) {
    stream = from.readable.getReader();
    try {
      for (;;) {
        const { value, done } = await stream.read();
        if (done) return;
        takeBytes(value);
      }
    } catch {
      lines?.restart();
    } finally {
      stream.releaseLock();
      stream = null;
    }
  }
}

async function open(chosen: SerialPort): Promise<void> {
  clearTimeout(again);
  port = chosen;
  const { driver, baud } = readSettings();
  lines ??= createScaleReader(driver);
  try {
    await chosen.open({ baudRate: baud });
  } catch {
    if (indicator.get().status === 'lost') return tryAgain();
    port = null;
    return update({ status: 'failed' });
  }
  update({ status: 'connected', readAt: performance.now() });
  await readStreams(chosen);
  if (port !== chosen) return;
  lines.restart();
  forgetReadings();
  update({ status: 'lost' });
  // A port that was unplugged is closed already.
  await chosen.close().catch(() => undefined);
  tryAgain();
}

function tryAgain() {
  clearTimeout(again);
  again = setTimeout(() => void reopen(), TRY_AGAIN);
}

/** Opens the lost port again: the same one, or the only one that the person has allowed. */
async function reopen(): Promise<void> {
  if (indicator.get().status !== 'lost') return;
  const ports = (await serial()?.getPorts()) ?? [];
  const known = ports.find((one) => one === port) ?? (ports.length === 1 ? ports[0] : undefined);
  if (known) await open(known);
  else tryAgain();
}

function listen() {
  if (listens) return;
  listens = true;
  serial()?.addEventListener('connect', () => void reopen());
}

/** Lets the person choose a port, and reads it. */
export async function connect(): Promise<void> {
  listen();
  update({ status: 'connecting' });
  const chosen = await serial()
    ?.requestPort()
    .catch(() => null);
  // A person who closes the list of ports changes nothing.
  if (!chosen) return update({ status: 'none' });
  lines = null;
  await open(chosen);
}

/** Reads the only allowed port of an earlier visit without a question. */
export async function resume(): Promise<void> {
  if (indicator.get().status !== 'none') return;
  listen();
  const ports = (await serial()?.getPorts()) ?? [];
  const [only] = ports;
  if (only && ports.length === 1 && indicator.get().status === 'none') await open(only);
}

export async function disconnect(): Promise<void> {
  const old = port;
  port = null;
  lines = null;
  clearTimeout(again);
  forgetReadings();
  update({ status: 'none', fault: null, faults: 0, readAt: null });
  await stream?.cancel().catch(() => undefined);
  await old?.close().catch(() => undefined);
}

/** Counts weights in the unit and basis that the indicator has now. */
export const acceptUnit = () => lines?.acceptUnit();
