import { CalibrationUpdate, mixers } from '#contract/operations/mixers.ts';
import { one } from '#contract/resource.ts';
import { invalid } from '#server/platform/errors.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { calibrate } from './calibrate.ts';
import { catalogueEndpoints } from './catalogue.ts';

export const mixerEndpoints = [
  ...catalogueEndpoints,
  endpoint({
    method: 'put',
    path: '/manager/mixers/{id}/calibration',
    summary: "Replace a mixer's calibration; `data` is encrypted with the key of the caller's token",
    need: { item: 'mixer', action: 'change' },
    body: CalibrationUpdate,
    response: one(mixers.row),
    async handle(context, { id, body }) {
      if (body.id !== id) throw invalid('id', 'invalid_value');
      return { data: await calibrate(context, id, body.data) };
    },
  }),
];
