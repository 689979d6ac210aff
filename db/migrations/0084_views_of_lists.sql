-- Views of lists: how one is laid out and what it is filtered by. The last look of a person and list is one row; a role begins a list with one view.
create table list_view (
  id bigint primary key,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  rev integer not null,
  list varchar(80) not null,
  title varchar(50) not null,
  kind varchar(7) not null check (kind in ('own', 'private', 'shared', 'role')),
  "roleId" bigint,
  layout jsonb,
  "where" jsonb,
  "userId" bigint not null,
  "regionCode" varchar(14) collate "C",
  check ((kind = 'role') = ("roleId" is not null))
);
comment on table list_view is '@ref 列表视图';
create index list_view_user on list_view ("tenantId", "userId", list);
create index list_view_list on list_view ("tenantId", list, kind);
create unique index list_view_own on list_view ("tenantId", "userId", list) where kind = 'own';
create unique index list_view_role on list_view ("tenantId", "roleId", list) where kind = 'role';
call protect('list_view', 'tenant');
