-- Cases are listed by when they were begun, the newest first.
create index business_made on business ("tenantId", "createTime", id);
