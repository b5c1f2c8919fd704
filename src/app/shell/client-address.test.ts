import { IconTractor } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import type { Screen } from '#src/core/layout/screen.ts';
import { clientAddress, commonQuery, commonRoute } from './client-address.ts';

const screen = (route: string, area: Screen['area'] = 'client'): Screen => ({
  id: route,
  route,
  area,
  title: 'core:yes',
  icon: IconTractor,
  permission: null,
  load: () => Promise.reject(new Error('not opened here')),
});

describe('switching to another client', () => {
  it('keeps a screen that every client has', () => {
    expect(commonRoute([screen('reports/planfeed')])).toBe('reports/planfeed');
    expect(clientAddress('reports/planfeed', 7)).toBe('/app/clients/7/reports/planfeed');
  });

  it('keeps a farm’s screen, for a farm that must be found first', () => {
    const route = 'companies/:company_id/farms/:farm_id/planning';
    expect(commonRoute([screen(route)])).toBe(route);
    expect(clientAddress(route, 7)).toBeNull();
  });

  it('leaves a screen of one client for its menu entry, else for the start screen', () => {
    const detail = screen('reports/mixer-loads/:id/detail');
    expect(commonRoute([detail, screen('reports/mixer-loads')])).toBe('reports/mixer-loads');
    expect(commonRoute([detail, undefined])).toBe('companies');
    expect(commonRoute([screen('activities', 'service'), screen('activities', 'service')])).toBe('companies');
  });

  it('keeps the chosen days, but no farm or group of the former client', () => {
    expect(commonQuery('?farm=3&planned_on_after=2026-03-01&planned_on_before=2026-03-31&group=4')).toBe(
      '?planned_on_after=2026-03-01&planned_on_before=2026-03-31',
    );
    expect(commonQuery('?farm=3')).toBe('');
  });
});
