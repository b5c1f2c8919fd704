import { type LineFault, readScaleLine, type ScaleDriver, type ScaleUnit, type ScaleWeight } from './line.ts';

export interface Reading extends ScaleWeight {
  /** Milliseconds of any steady clock. */
  at: number;
}

/** Faults of lines, in addition to those of one line: a half line, or another unit or basis than the load began with. */
export type ReadingFault = LineFault | 'partial' | 'changed';

/** Max characters of a line. Longer ones are noise. */
const MAX_LINE = 80;

/** Line ends, and the marks that some indicators send around a line. */
const ENDS = new Set([0x0a, 0x0d, 0x02, 0x03]);

interface Basis {
  unit: ScaleUnit;
  basis: ScaleWeight['basis'];
}

/** Reads weights from the bytes of an indicator, and counts lines that aren't weights. */
export function createScaleReader(driver: ScaleDriver) {
  const counts: Record<ReadingFault | 'readings', number> = {
    readings: 0,
    unreadable: 0,
    checksum: 0,
    error: 0,
    partial: 0,
    changed: 0,
  };
  let line = '';
  // The first bytes after a connection are the end of a line, whose number may lack its first digits.
  let isSkipping = true;
  let checksums = false;
  let first: Basis | null = null;
  let lastFault: ReadingFault | null = null;

  const refuse = (fault: ReadingFault) => {
    counts[fault] += 1;
    lastFault = fault;
  };

  /** Returns the weight of a complete line, or null and counts the fault. */
  function readLine(text: string, at: number): Reading | null {
    const weight = readScaleLine(text, driver);
    if (typeof weight === 'string') {
      refuse(weight);
      return null;
    }
    // An indicator sends a checksum always or never: without it, a part of the line is lost.
    if (checksums && !weight.hasChecksum) {
      refuse('checksum');
      return null;
    }
    checksums ||= weight.hasChecksum;
    first ??= weight;
    if (weight.unit !== first.unit || weight.basis !== first.basis) {
      refuse('changed');
      return null;
    }
    counts.readings += 1;
    lastFault = null;
    return { ...weight, at };
  }

  function endLine(at: number): Reading | null {
    const [text, skipped] = [line, isSkipping];
    line = '';
    isSkipping = false;
    if (text === '') return null;
    if (skipped) {
      refuse('partial');
      return null;
    }
    return readLine(text, at);
  }

  function push(bytes: Uint8Array, at: number): Reading[] {
    const readings: Reading[] = [];
    for (const byte of bytes) {
      if (ENDS.has(byte)) {
        const reading = endLine(at);
        if (reading) readings.push(reading);
      } else if (line.length < MAX_LINE) line += String.fromCharCode(byte);
      else isSkipping = true;
    }
    return readings;
  }

  return {
    push,
    /** Begins again after a pulled cable; the rest of a line is a half line. */
    restart() {
      if (line !== '') refuse('partial');
      line = '';
      isSkipping = true;
    },
    /** Accepts the next line's unit and basis from now on. */
    acceptUnit() {
      first = null;
    },
    /** The fault of the last line; null if the last line was a weight. */
    readFault: (): ReadingFault | null => lastFault,
    counts: counts as Readonly<typeof counts>,
  };
}

export type ScaleReader = ReturnType<typeof createScaleReader>;
