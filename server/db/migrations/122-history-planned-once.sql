-- Whom a change names is a list, for which PostgreSQL planned the look anew each time: a third of what it took to write a line of history.
alter function name_history() set plan_cache_mode = force_generic_plan;
