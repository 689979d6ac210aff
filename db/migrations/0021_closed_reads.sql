-- Row-level security of reads for every table, without losing the plans. A policy keeps conditions that are not leak-proof from being index conditions and
-- from being estimated with a column's statistics; comparing numbers, arrays and boxes tells nobody of rows he does not see (they raise no error that
-- depends on a value), so the functions behind them are marked where the installing role may (a superuser). docs/adr/0010.
-- Answers whether they are marked; marks what is not and closes what stands open. Called again at every start: a dump does not carry the marks.
create function close_reads() returns boolean language plpgsql as $$
declare
  f regprocedure;
  t text;
begin
  begin
    for f in select p.oid::regprocedure from pg_proc p where not p.proleakproof and p.oid = any (array[
      'numeric_eq(numeric,numeric)', 'numeric_ne(numeric,numeric)', 'numeric_lt(numeric,numeric)', 'numeric_le(numeric,numeric)',
      'numeric_gt(numeric,numeric)', 'numeric_ge(numeric,numeric)', 'numeric_cmp(numeric,numeric)',
      'arraycontains(anyarray,anyarray)', 'geometry_overlaps(geometry,geometry)']::regprocedure[])
    loop
      execute format('alter function %s leakproof', f);
    end loop;
  exception when insufficient_privilege then
    return false;
  end;
  for t in select tablename from pg_policies where policyname = 'app_read' and qual = 'true' and schemaname = current_schema() loop
    execute format('alter policy app_read on %I using ("tenantId" = current_setting(''app.tenant'', true))', t);
  end loop;
  return true;
end $$;
select close_reads();

-- Parcels are offered sorted by area and filtered by it.
create index dk_area on dk ("tenantId", scmjm, id);
