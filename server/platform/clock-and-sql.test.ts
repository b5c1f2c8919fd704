import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';

const ZONES = [
  'Europe/Kyiv',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Europe/London',
  'America/St_Johns',
  'Africa/Casablanca',
  'America/Havana',
];
const MACHINES = ['UTC', 'Europe/Kyiv', 'America/New_York'];

interface Reading {
  /** Milliseconds of the instant. */
  epoch: number;
  wall: string;
  /** Milliseconds of the instant at which PostgreSQL's clock shows the text that UTC shows at `epoch`. */
  meant: number;
}

let database: FreshDatabase;
let client: pg.Client;
const ofProcess = process.env.TZ;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  if (ofProcess === undefined) delete process.env.TZ;
  else process.env.TZ = ofProcess;
  await client.end();
  await database.drop();
});

const WALL = 'YYYY-MM-DD"T"HH24:MI:SS.MS';

/** Every quarter of an hour of the days around each change of the zone's clock since 2010, and of some days without a change. */
async function readings(zone: string): Promise<Reading[]> {
  const { rows } = await client.query<{ epoch: string; wall: string; meant: string }>(
    `with day as (
       select d, (d at time zone $1) - (d at time zone 'UTC') as before, ((d + interval '24 hours') at time zone $1) - ((d + interval '24 hours') at time zone 'UTC') as after
       from generate_series('2010-01-01 00:00+00'::timestamptz, '2026-12-31 00:00+00', interval '24 hours') d
     )
     select distinct extract(epoch from t) as epoch, to_char(t at time zone $1, '${WALL}') as wall,
       extract(epoch from (t at time zone 'UTC') at time zone $1) as meant
     from day, generate_series(d - interval '24 hours', d + interval '48 hours', interval '15 minutes') t
     where before <> after or extract(day from d at time zone 'UTC') = 15 and extract(month from d at time zone 'UTC') = 6
     order by 1`,
    [zone],
  );
  return rows.map(({ epoch, wall, meant }) => ({ epoch: Number(epoch), wall, meant: Number(meant) }));
}

const text = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, -1);

describe.each(ZONES)('the clock of %s reads as PostgreSQL’s', (zone) => {
  test.each(MACHINES)('on a machine in %s', async (machine) => {
    process.env.TZ = machine;
    expect(new Date('2026-07-01T00:00:00Z').getHours()).toBe({ UTC: 0, 'Europe/Kyiv': 3, 'America/New_York': 20 }[machine]);
    // A new clock with an empty cache for this machine zone.
    vi.resetModules();
    const { dayAt, instantAt, startOfDay, wallText } = await import('#common/format/clock.ts');
    const all = await readings(zone);
    expect(all.length).toBeGreaterThan(4_000);
    const walls: unknown[] = [];
    const instants: unknown[] = [];
    const trips: unknown[] = [];
    const days: unknown[] = [];
    let last = '';
    for (const { epoch, wall, meant } of all) {
      const instant = new Date(epoch * 1000);
      const read = wallText(instant, zone);
      if (read !== wall || dayAt(instant.toISOString(), zone) !== wall.slice(0, 10)) walls.push([instant, read, wall]);

      const typed = text(epoch);
      const found = instantAt(typed.slice(0, 10), typed.slice(11), zone).getTime() / 1000;
      if (found !== meant) instants.push([typed, text(found), text(meant)]);

      // Back to the same instant, or to the later one with the same text.
      const back = instantAt(wall.slice(0, 10), wall.slice(11), zone);
      if (back < instant || wallText(back, zone) !== wall) trips.push([wall, back]);

      const day = wall.slice(0, 10);
      const start = startOfDay(day, zone);
      const isFirst = dayAt(start, zone) === day && start <= instant && dayAt(new Date(start.getTime() - 1), zone) < day;
      if (day !== last && !isFirst) days.push([day, start]);
      last = day;
    }
    expect({ walls, instants, trips, days }).toEqual({ walls: [], instants: [], trips: [], days: [] });
  });
});
