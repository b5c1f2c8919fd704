-- What a mixer takes by its volume (m³), and how dense a ration's mix is (kg/m³).
alter table mixer add column volume numeric(9,4) check (volume > 0);
alter table ration add column density numeric(9,4) check (density > 0);
