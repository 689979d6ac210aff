-- What a person has typed into a form and not saved: one row a person and form, sealed by the server, so that whoever reads the table reads nothing.
create table form_draft (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  form varchar(120) collate "C" not null,
  sealed text not null,
  "updateTime" timestamptz not null,
  primary key ("tenantId", "userId", form)
);
comment on table form_draft is '@ref 表单草稿';
create index form_draft_old on form_draft ("updateTime");
call protect('form_draft', 'tenant');

-- who has a record open at this moment; a row that was not renewed for some seconds says nothing any more
create table record_presence (
  "tenantId" varchar(12) collate "C" not null,
  record varchar(40) collate "C" not null,
  "recordId" bigint not null,
  "userId" bigint not null references sys_user (id) on delete cascade,
  "isEditing" smallint not null,
  at timestamptz not null,
  primary key ("tenantId", record, "recordId", "userId")
);
comment on table record_presence is '@local 在看记录的人';
create index record_presence_old on record_presence (at);
call protect('record_presence', 'tenant');
