/** A view for programs of analysis: what a row is, and what each column contains. The database's comments are these texts. */
interface BiView {
  description: string;
  columns: Readonly<Record<string, string>>;
}

const FARM = { farm_id: 'Number of the farm', farm_name: 'Name of the farm' } as const;
const GROUP = { group_id: 'Number of the group of animals', group_name: 'Name of the group of animals' } as const;
const RATION = { ration_id: 'Number of the ration', ration_name: 'Name of the ration' } as const;
const MIXER = { mixer_id: 'Number of the mixer wagon', mixer_name: 'Name of the mixer wagon' } as const;
const FEED = { feed_id: 'Number of the feed', feed_name: 'Name of the feed' } as const;
const DAY = { day: "Day in the farm's time" } as const;
const DELETED = { deleted: 'True if the row was deleted. Earlier facts still refer to it' } as const;

/** The views of the schema `bi`. Weights are kilograms, money is in the client's currency. */
export const BI_VIEWS = {
  farms: {
    description: 'Farms',
    columns: { ...FARM, company_name: 'Company that owns the farm', timezone: 'Time zone of the farm', currency: 'Currency of all money' },
  },
  feeds: {
    description: 'Feeds (ingredients), with their prices and stock of now',
    columns: {
      ...FEED,
      ...FARM,
      type_name: 'Type of the feed',
      store_name: 'Store of the feed',
      dry_matter: 'Dry matter, percent',
      price: 'List price of a kilogram',
      average_price: 'Moving average price of a kilogram in stock',
      stock_kg: 'Kilograms in stock now',
      ...DELETED,
    },
  },
  groups: {
    description: 'Groups of animals',
    columns: { ...GROUP, ...FARM, animal_type_name: 'Type of the animals', heads: 'Number of animals now', ...DELETED },
  },
  rations: {
    description: 'Rations',
    columns: { ...RATION, ...FARM, ...DELETED },
  },
  ration_feeds: {
    description: 'Feeds of each ration as it is now',
    columns: { ...RATION, ...FEED, percent: 'Part of the load as fed, percent' },
  },
  group_days: {
    description:
      'Feed of a group by day, ration, mixer, operator and time of feeding: plan, fact, dry matter and money as in the report of plan and fact',
    columns: {
      ...DAY,
      ...FARM,
      ...GROUP,
      ...RATION,
      ...MIXER,
      operator_id: 'Number of the operator, empty if unknown',
      heads: 'Heads of the plan. A day with several rows counts its heads once: take the maximum by group and day',
      fed_heads: 'Heads that got feed',
      plan_kg: 'Planned kilograms',
      waiting_kg: 'Plan of days that are not over and has no fact yet, kg',
      not_recorded_kg: 'Plan of past days without a recorded fact, kg',
      fact_kg: 'Unloaded kilograms',
      deviation_kg: 'Fact − plan of recorded feedings, kg',
      dry_matter_kg: "Dry matter given: the load's dry matter × the group's part, less leftovers fed to others, kg",
      cost: "Cost of the feed given: the load's cost × the group's part, less leftovers fed to others",
      cost_of_error: 'Cost of fact − cost of plan, at the cost of a kilogram of the mix',
    },
  },
  group_feeds: {
    description: 'Kilograms, dry matter and cost of each feed that a group was given by day and ration',
    columns: {
      ...DAY,
      ...FARM,
      ...GROUP,
      ...RATION,
      ...MIXER,
      ...FEED,
      fact_kg: "Kilograms given: the load's kilograms × the group's part, less leftovers fed to others",
      dry_matter_kg: 'Dry matter of these kilograms, kg',
      cost: 'Cost of these kilograms at the price of the moment of loading',
    },
  },
  loads: {
    description: 'Weighings of loading: one row for each feed of a load',
    columns: {
      load_id: 'Number of the feeding',
      ...DAY,
      ...FARM,
      ...RATION,
      ...MIXER,
      operator_id: 'Number of the operator, empty if unknown',
      status: 'State: waited, in_process, loaded, out_process, uploaded',
      ...FEED,
      plan_kg: 'Planned kilograms',
      fact_kg: 'Loaded kilograms, empty until loading has ended',
      deviation_kg: 'Fact − plan, kg',
      dry_matter_kg: 'Dry matter of the fact, kg',
      price: 'Price of a kilogram at the moment of loading',
      cost: 'Fact × price',
      cost_of_error: '(Fact − plan) × price',
    },
  },
  feedings: {
    description: 'Weighings of unloading: one row for each group of a load',
    columns: {
      load_id: 'Number of the feeding',
      ...DAY,
      ...FARM,
      ...GROUP,
      ...RATION,
      ...MIXER,
      operator_id: 'Number of the operator, empty if unknown',
      status: 'State: waited, in_process, loaded, out_process, uploaded',
      heads: 'Heads of the plan',
      plan_kg: 'Planned kilograms',
      fact_kg: 'Unloaded kilograms, empty until unloading has ended',
      deviation_kg: 'Fact − plan, kg',
      unloading_started_at: 'Start of unloading',
    },
  },
  deliveries: {
    description: 'Deliveries and sales of feed',
    columns: {
      delivery_id: 'Number of the delivery',
      ...DAY,
      delivered_at: 'Moment of the delivery',
      ...FARM,
      ...FEED,
      type: 'delivery or sale',
      kg: 'Kilograms',
      price: 'Price of a kilogram',
      cost: 'Kilograms × price',
      company_name: 'Supplier or buyer',
      document_number: 'Number of the document',
    },
  },
  stock_moves: {
    description: 'Moves of stock by day, feed and kind',
    columns: {
      ...DAY,
      ...FARM,
      ...FEED,
      kind: 'opening_balance, delivery, sale, harvest, load, craft_in, craft_out, transfer_in, transfer_out or count (correction by a count)',
      kg: 'Kilograms, negative if taken out',
      value: 'Kilograms × price of the move',
    },
  },
  stock_days: {
    description: 'Stock of each feed at the end of each day on which it moved. Between two rows the stock of the earlier one holds',
    columns: {
      ...DAY,
      ...FEED,
      ...FARM,
      store_name: 'Store of the feed',
      in_kg: 'Kilograms that came on the day',
      out_kg: 'Kilograms that went on the day, negative',
      stock_kg: 'Kilograms at the end of the day',
      stock_value: 'Kilograms × moving average price at the end of the day, as in the report "Stock movement"',
    },
  },
  leftovers: {
    description: 'Weighed leftovers of groups',
    columns: {
      ...DAY,
      fed_on: 'Day of the feed that they were left of',
      farm_id: 'Number of the farm',
      ...GROUP,
      kg: 'Kilograms left',
    },
  },
  milk: {
    description: 'Milk by day, of a group or of the whole farm',
    columns: {
      ...DAY,
      ...FARM,
      group_id: 'Number of the group, empty for the whole farm',
      group_name: 'Name of the group, empty for the whole farm',
      kg: 'Milk, kg',
      fat: 'Fat, percent',
      protein: 'True protein, percent',
      price: "Paid price of a kilogram, if it differs from the farm's milk price",
    },
  },
} as const satisfies Record<string, BiView>;

export type BiViewName = keyof typeof BI_VIEWS;
