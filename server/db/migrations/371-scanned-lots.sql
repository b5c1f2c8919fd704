-- The number of the lot that was loaded, as chosen or scanned at the mixer. Null: the oldest feed in the store was loaded first.
alter table schedule_ingredient add lot text;
create index schedule_ingredient_lot on schedule_ingredient (client_id, ingredient_id) where lot is not null;
