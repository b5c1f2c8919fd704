-- What a person keeps at hand in the menu, whichever client they are in: names of screens, in the order in which they were pinned.
alter table account add column pins text[] not null default '{}';
