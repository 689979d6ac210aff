-- By what a number that opted out is known again stands apart from the row that people read: nothing answers it, and no trace of a change shows it.
create table sms_opt_out_number (
  "tenantId" varchar(12) collate "C" not null,
  hash varchar(64) not null,
  "optOutId" bigint not null references sms_opt_out (id) on delete cascade deferrable initially deferred,
  primary key ("tenantId", hash)
);
comment on table sms_opt_out_number is '@ref 退订号码摘要';
create index sms_opt_out_number_row on sms_opt_out_number ("optOutId");
call protect('sms_opt_out_number', 'tenant');
insert into sms_opt_out_number ("tenantId", hash, "optOutId") select "tenantId", "phoneHash", id from sms_opt_out where "phoneHash" is not null;
drop index "sms_opt_out_phoneHash_key";
alter table sms_opt_out drop column "phoneHash";
