-- Tables of the platform are written by nobody else, also where a check in front is missed. With "tenantId" a row is written by its own tenant (the
-- platform's); everybody reads. Without it there is nobody to whom a row belongs: only the system role sees and writes it.
do $$
declare
  t text;
  owned boolean;
begin
  for t in select tablename from pg_policies where policyname = 'app_all' and schemaname = current_schema() loop
    execute format('drop policy app_all on %I', t);
    select exists (select from information_schema.columns where table_schema = current_schema() and table_name = t and column_name = 'tenantId') into owned;
    if owned then
      execute format('create policy app_read on %I for select to cpt_app using (true)', t);
      execute format('create policy app_insert on %I for insert to cpt_app with check ("tenantId" = current_setting(''app.tenant'', true))', t);
      execute format('create policy app_update on %I for update to cpt_app using ("tenantId" = current_setting(''app.tenant'', true)) with check ("tenantId" = current_setting(''app.tenant'', true))', t);
      execute format('create policy app_delete on %I for delete to cpt_app using ("tenantId" = current_setting(''app.tenant'', true))', t);
    else
      execute format('revoke all on %I from cpt_app', t);
    end if;
  end loop;
end $$;

-- A tenant's people hold its own row while they count its accounts; changing it stays with the platform (the check of what is written).
alter policy app_update on tenant using ("tenantId" = current_setting('app.tenant', true) or code = current_setting('app.tenant', true));

-- 'tenant': rows of the transaction's tenant only; 'platform': everybody reads, a row's own tenant writes; 'system': only the system role.
create or replace procedure protect(tab text, kind text, open_read boolean default false) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', tab);
  execute format('alter table %I force row level security', tab);
  execute format('create policy system_all on %I to cpt_system using (true) with check (true)', tab);
  -- the owner migrates and imports; it is no serving role
  execute format('create policy owner_all on %I to current_user using (true) with check (true)', tab);
  execute format('grant select, insert, update, delete on %I to cpt_system', tab);
  if kind = 'system' then return; end if;
  execute format('grant select, insert, update, delete on %I to cpt_app', tab);
  execute format('create policy app_read on %I for select to cpt_app using (%s)', tab,
    case when open_read or kind = 'platform' then 'true' else '"tenantId" = current_setting(''app.tenant'', true)' end);
  execute format('create policy app_insert on %I for insert to cpt_app with check ("tenantId" = current_setting(''app.tenant'', true))', tab);
  execute format('create policy app_update on %I for update to cpt_app using ("tenantId" = current_setting(''app.tenant'', true)) with check ("tenantId" = current_setting(''app.tenant'', true))', tab);
  execute format('create policy app_delete on %I for delete to cpt_app using ("tenantId" = current_setting(''app.tenant'', true))', tab);
end $$;

-- Tables that close_reads() must leave open: what the platform keeps is there to be read.
create or replace function close_reads() returns boolean language plpgsql as $$
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
  for t in select tablename from pg_policies where policyname = 'app_read' and qual = 'true' and schemaname = current_schema()
    and tablename not in ('client', 'dict', 'menu', 'region', 'tenant', 'tenant_package') loop
    execute format('alter policy app_read on %I using ("tenantId" = current_setting(''app.tenant'', true))', t);
  end loop;
  return true;
end $$;

-- Uses a nonce for passwords up; answers whether it was still good. The one thing that the tenants' people do with that table.
create function spend_nonce(given text, at timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from login_nonce where nonce = given and expires > at;
  return found;
end $$;
revoke all on function spend_nonce(text, timestamptz) from public;
grant execute on function spend_nonce(text, timestamptz) to cpt_app, cpt_system;
