-- Open cases are found by the number of their applicant: one number stands for one name.
create index business_applicant on business ("countyCode", "tenantId", "obligeIdCard");
