-- Days of the calendar that are not as their weekday says: holidays, and weekends that are worked. What was promised in calendar days is from now on in
-- working days (seven days are five). A case keeps the rules that it began with; a process may leave tasks out.
create table "work_day" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "day" date,
  "isWorked" smallint,
  "dayName" varchar(50),
  primary key (id)
);
comment on table "work_day" is '@ref 工作日历';
create unique index "work_day_day_key" on "work_day" ("tenantId", "day");
call protect('work_day', 'tenant');

alter table process_config add column "skipped" varchar(100);
update process_config set "promisedDays" = greatest(1, ceil("promisedDays" * 5 / 7.0)) where "promisedDays" is not null;
alter table business_draft add column "rules" jsonb;
