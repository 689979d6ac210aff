-- What the lists of issuers and cases offer to filter by and had to walk: the day of the survey of an issuer, where a case stands, its item.
create index fbf_surveyed on fbf ("tenantId", fbfdcrq) where fbfdcrq is not null;
create index business_active on business ("tenantId", "currentActive", "createTime");
create index business_item on business ("tenantId", "businessItemCode", "createTime");
