-- What the kit itself stands on: extensions, roles, the second wall, counters, audit, jobs, outbox.
create extension if not exists postgis;

-- Roles belong to the whole server, so another database may be making them at this moment.
do $$
declare r text;
begin
  foreach r in array array['cpt_app', 'cpt_system'] loop
    begin
      if not exists (select from pg_roles where rolname = r) then execute format('create role %I nologin nobypassrls', r); end if;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, r, 'member') then execute format('grant %I to current_user', r); end if;
  end loop;
end $$;
grant usage on schema public to cpt_app, cpt_system;

-- The second wall. 'tenant': rows of the transaction's tenant only; 'platform': everybody reads and the routes' permissions decide who writes.
-- `open_read` leaves select open where a policy would cost an index plan (geometry, names); the list of those tables is in db/open-read.md.
create procedure protect(tab text, kind text, open_read boolean default false) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', tab);
  execute format('alter table %I force row level security', tab);
  execute format('create policy system_all on %I to cpt_system using (true) with check (true)', tab);
  -- the owner migrates and imports; it is no serving role
  execute format('create policy owner_all on %I to current_user using (true) with check (true)', tab);
  execute format('grant select, insert, update, delete on %I to cpt_app, cpt_system', tab);
  if kind = 'platform' then
    execute format('create policy app_all on %I to cpt_app using (true) with check (true)', tab);
  else
    execute format('create policy app_read on %I for select to cpt_app using (%s)', tab,
      case when open_read then 'true' else '"tenantId" = current_setting(''app.tenant'', true)' end);
    execute format('create policy app_insert on %I for insert to cpt_app with check ("tenantId" = current_setting(''app.tenant'', true))', tab);
    execute format('create policy app_update on %I for update to cpt_app using ("tenantId" = current_setting(''app.tenant'', true)) with check ("tenantId" = current_setting(''app.tenant'', true))', tab);
    execute format('create policy app_delete on %I for delete to cpt_app using ("tenantId" = current_setting(''app.tenant'', true))', tab);
  end if;
end $$;

create table code_counter (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  kind varchar(40) not null,
  prefix varchar(40) collate "C" not null,
  last integer not null,
  primary key ("countyCode", "tenantId", kind, prefix)
);
comment on table code_counter is '@dist 编码计数器';
call protect('code_counter', 'tenant');

create table row_count (
  "countyCode" varchar(6) collate "C" not null,
  "tenantId" varchar(12) collate "C" not null,
  resource varchar(40) not null,
  "regionCode" varchar(12) collate "C" not null,
  status varchar(40) not null,
  n bigint not null,
  primary key ("countyCode", "tenantId", resource, "regionCode", status)
);
comment on table row_count is '@dist 列表计数';
create index row_count_region on row_count ("tenantId", resource, "regionCode");
call protect('row_count', 'tenant');

create table audit_event (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  account varchar(64) not null,
  at timestamptz not null,
  ip varchar(64) not null,
  "requestId" varchar(64) not null,
  action varchar(80) not null,
  object varchar(40) not null,
  "objectId" varchar(64) not null,
  "regionCode" varchar(14) collate "C",
  diff jsonb not null,
  -- filled by the one sequencer
  "chainSeq" bigint unique,
  hash varchar(64)
);
comment on table audit_event is '@local 审计日志';
create index audit_event_object on audit_event ("tenantId", object, "objectId", at);
create index audit_event_unchained on audit_event (id) where "chainSeq" is null;
call protect('audit_event', 'tenant');
revoke update, delete on audit_event from cpt_app;

create table job (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  kind varchar(40) not null,
  title varchar(200) not null,
  "regionCode" varchar(14) collate "C",
  status varchar(12) not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  percent smallint not null default 0,
  step varchar(100) not null default '',
  done bigint not null default 0,
  total bigint not null default 0,
  message varchar(1000) not null default '',
  payload jsonb not null,
  result jsonb,
  "cancelAsked" smallint not null default 0,
  attempts integer not null default 0,
  "maxAttempts" integer not null default 3,
  "runAfter" timestamptz not null,
  heartbeat timestamptz,
  "runner" varchar(64),
  "who" jsonb not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "startTime" timestamptz,
  "endTime" timestamptz
);
comment on table job is '@local 后台任务';
create index job_queue on job ("runAfter", id) where status in ('queued', 'running');
create index job_mine on job ("tenantId", "createUser", id desc);
call protect('job', 'tenant');

create table outbox (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  topic varchar(60) not null,
  key varchar(100) not null,
  payload jsonb not null,
  "createTime" timestamptz not null,
  attempts integer not null default 0,
  "nextTime" timestamptz not null,
  "doneTime" timestamptz,
  error varchar(1000)
);
comment on table outbox is '@local 发件箱';
create index outbox_open on outbox ("nextTime", id) where "doneTime" is null;
call protect('outbox', 'tenant');
