-- The planner's figures of the rows that others refer to, renewed within an import before it is committed. Without them a foreign key of a county that was never looked at
-- is checked by another index than that of its key: each row reads the whole county, and the commit of ten thousand books takes nine seconds instead of a tenth of one.
-- Only the columns of the key are looked at, and of a cut table only the part of the county. Assumes nothing of rows that stand.
create function figures_of_county(county text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tab text;
  part regclass;
begin
  foreach tab in array array['cbf', 'djb', 'dk'] loop
    execute format('select tableoid::regclass from %I where "countyCode" = $1 limit 1', tab) into part using county;
    if part is not null then
      execute format('analyze %s ("countyCode", id)', part);
    end if;
  end loop;
end $$;
revoke all on function figures_of_county(text) from public;
grant execute on function figures_of_county(text) to cpt_app, cpt_system;
