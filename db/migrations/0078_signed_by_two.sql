-- What a signature rests on is kept where it is asked. A contract template keeps the name of its file in the store: the row of the attachment lies in the
-- region of who uploaded it, which a town below does not see. A seal belongs to an organisation of its own county and is certified by another than who entered
-- it. A telephone number that is younger than thirty days, and the number before it, stand at the node and at the agent. Assumes that the attachment of a
-- template is locked and so keeps its file; that what an agent's row says of his phone was said when the row was last written.
alter table sign_template add column "fileName" varchar(120);
update sign_template t set "fileName" = a."ossName" from attach a where a.id = t."attachId" and a."tenantId" = t."tenantId";

alter table org_seal add column "sealCounty" varchar(6), add column "enteredBy" bigint;
update org_seal set "sealCounty" = left("regionCode", 6), "enteredBy" = "updateUser";
drop index "org_seal_creditCode_key";
create unique index "org_seal_sealCounty_creditCode_key" on "org_seal" ("tenantId", "sealCounty", "creditCode");
create index org_seal_code on org_seal ("tenantId", "creditCode");

alter table signer_auth add column "phoneSince" timestamptz, add column "formerPhone" varchar(11);
update signer_auth set "phoneSince" = "createTime";

alter table sign_node add column "phoneNew" smallint, add column "formerPhone" varchar(20);
create index sign_flow_business on sign_flow ("tenantId", "businessId");
