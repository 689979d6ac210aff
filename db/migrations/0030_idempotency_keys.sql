-- Keys under which calls were made that change something, with what was answered: the same call sent again is answered and not done again.

create table idempotency_key (
  "tenantId" varchar(12) collate "C" not null,
  "userId" bigint not null,
  key varchar(200) collate "C" not null,
  digest varchar(64) not null,
  answer text,
  expires timestamptz not null,
  primary key ("tenantId", "userId", key)
);
comment on table idempotency_key is '@local 重复提交的请求';
create index idempotency_key_expires on idempotency_key (expires);
call protect('idempotency_key', 'tenant');
