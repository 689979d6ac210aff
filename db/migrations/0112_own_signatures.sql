-- How a person signs by hand, as approval sheets show it. Each writing stays: an opinion shows the one of its day. No picture: taken away.
create table user_signature (
  "tenantId" varchar(12) collate "C" not null,
  id bigint not null,
  "userId" bigint not null,
  picture varchar(40000),
  "setTime" timestamptz not null,
  primary key ("tenantId", id)
);
comment on table user_signature is '@ref 手写签名';
create index user_signature_of on user_signature ("tenantId", "userId", "setTime", id);
call protect('user_signature', 'tenant');
