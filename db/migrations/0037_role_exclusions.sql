-- Roles that nobody may hold together.
create table "role_exclusion" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "oneAlias" varchar(64),
  "otherAlias" varchar(64),
  "remark" varchar(255),
  primary key (id)
);
comment on table "role_exclusion" is '@ref 互斥角色';
create unique index "role_exclusion_oneAlias_otherAlias_key" on "role_exclusion" ("tenantId", "oneAlias", "otherAlias");
call protect('role_exclusion', 'tenant');

-- The auditor reads logs and not people's papers.
delete from role_menu g using sys_role r, menu m where r.id = g."roleId" and m.id = g."menuId" and r."roleAlias" = 'audit' and m.code = 'attach_view';
