-- Where regions lie: the outline of a region by its code, in degrees, and the place of its name. It is the quiet ground of every map.
-- A table of its own: regions are read for their names at every page, outlines are large and most regions have none. Of the platform like
-- the regions themselves: a county is the same ground for every tenant, so neither a tenant nor a county is a part of its key. A region without outline is as before.
create table region_outline (
  code varchar(14) collate "C" primary key,
  "tenantId" varchar(12) collate "C" not null,
  geom geometry(MultiPolygon, 4326) not null check (ST_IsValid(geom)),
  name geometry(Point, 4326) not null
);
comment on table region_outline is '@ref 行政区划界线';
create index region_outline_geom on region_outline using gist (geom);
call protect('region_outline', 'platform');

-- Everybody reads it: it stands with the tables that close_reads() leaves open.
create or replace function close_reads() returns boolean language plpgsql as $$
declare
  f regprocedure;
  t text;
begin
  begin
    for f in select p.oid::regprocedure from pg_proc p where not p.proleakproof and p.oid = any (array[
      'numeric_eq(numeric,numeric)', 'numeric_ne(numeric,numeric)', 'numeric_lt(numeric,numeric)', 'numeric_le(numeric,numeric)',
      'numeric_gt(numeric,numeric)', 'numeric_ge(numeric,numeric)', 'numeric_cmp(numeric,numeric)',
      'arraycontains(anyarray,anyarray)', 'geometry_overlaps(geometry,geometry)', 'case_codes(jsonb,jsonb)']::regprocedure[])
    loop
      execute format('alter function %s leakproof', f);
    end loop;
  exception when insufficient_privilege then
    return false;
  end;
  for t in select tablename from pg_policies where policyname = 'app_read' and qual = 'true' and schemaname = current_schema()
    and tablename not in ('client', 'dict', 'menu', 'region', 'region_outline', 'tenant', 'tenant_package') loop
    execute format('alter policy app_read on %I using ("tenantId" = current_setting(''app.tenant'', true))', t);
  end loop;
  return true;
end $$;
select close_reads();
