-- Numbers and message ids of notices belong to the application that told them: two registries may count alike. The reason is kept in both languages.
alter table "registry_notice" add column "appId" varchar(16), add column "reasonEn" varchar(500);
update registry_notice n set "appId" = e."appId" from empower e
  where e."tenantId" = n."tenantId" and e.name = n."appName"
    and not exists (select from empower x where x."tenantId" = e."tenantId" and x.name = e.name and x.id <> e.id);
drop index "registry_notice_msgId_key";
create unique index "registry_notice_message" on "registry_notice" ("countyCode", "tenantId", "appId", "msgId");

-- A number of a real-estate certificate belongs to one book.
create index "cbjyqz_bdcqzh" on "cbjyqz" ("countyCode", "tenantId", "bdcqzh") where "bdcqzh" is not null;

-- Who knows the books decides what the registry tells of them, and sees what was told to it.
insert into role_menu ("roleId", "menuId", "tenantId")
  select r.id, m.id, r."tenantId" from sys_role r join menu m on m.code in ('system', 'push_log', 'push_log_view', 'push_log_edit', 'push_log_export',
    'third_log', 'third_log_view', 'registry_notice', 'registry_notice_view', 'registry_notice_edit')
  where r."roleAlias" = 'county' and exists (select from role_menu g where g."roleId" = r.id)
  on conflict do nothing;
