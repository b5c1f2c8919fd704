import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { CHART_DEFAULTS, isChartRule, LAMBDA, type SignalRule, WIDTH } from './signal-words.ts';
import { SEES_SIGNALS, SignalRuleName } from './signals.ts';

const Lambda = z.number().min(LAMBDA.least).max(LAMBDA.most).multipleOf(0.01);
const Width = z.number().min(WIDTH.least).max(WIDTH.most).multipleOf(0.1);

/**
 * A farm's settings of a rule: other values than `CHART_DEFAULTS`, or off. null is the default; the default `target` is the usual value,
 * the median of the last weeks. Rules without a chart have none of the three.
 */
export const signalRules = defineResource({
  id: 'signalrules',
  path: 'manager/signalrules',
  permission: 'filters',
  also: (action) => (action === 'view' ? SEES_SIGNALS : []),
  row: z
    .object({
      id: Id,
      ...named('farm'),
      rule: SignalRuleName,
      active: z.boolean(),
      lambda: z.number().nullable(),
      width: z.number().nullable(),
      target: z.number().nullable(),
      version: Version,
    })
    .meta({ id: 'SignalRule' }),
  create: z.object({
    farm: Id,
    rule: SignalRuleName,
    active: z.boolean().default(true),
    lambda: Lambda.nullable().default(null),
    width: Width.nullable().default(null),
    target: z.number().multipleOf(0.001).nullable().default(null),
  }),
  final: true,
  filters: { farm: IdList, rule: listOf(SignalRuleName) },
  ordering: ['rule', 'farm_name'],
});

/** Limits of a rule's own fields in addition to their schema; null without such fields. */
export const targetsOf = (rule: SignalRule) => (isChartRule(rule) ? CHART_DEFAULTS[rule].targets : null);
