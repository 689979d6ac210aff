-- What a message costs: the price of a part, in fen, as its provider has it and as it was when the message left; and how many parts the provider counts.
alter table sms add column "price" numeric(15,2);
alter table sms_history add column "price" numeric(15,2), add column "parts" integer, add column "cost" numeric(15,2);
-- Until when it is worth telling, for what waits for the template of its provider.
alter table sms_history add column "untilTime" timestamptz;
create index "sms_history_open" on "sms_history" ("tenantId", "contentCode", id) where status in ('0', '6');
-- A message of which nobody knows whether it arrived is no failed one: a person decides.
update sms_history set status = '5' where status = '2' and answer in ('发送中断，是否送达不明，请核实后再重发', 'Interrupted: whether it arrived is not known; find out before it is sent again');
