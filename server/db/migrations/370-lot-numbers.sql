-- The number of a lot as on its paper or label. If empty, the lot has the letter of its kind and the number of its entry.
alter table delivery add lot text not null default '';
alter table harvest add lot text not null default '';
alter table batch add lot text not null default '';
alter table opening add lot text not null default '';
