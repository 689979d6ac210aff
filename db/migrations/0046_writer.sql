-- What the writer asks before it writes: whether a code was ever used, and which issuers current books name; and locks on persons, named by a digest.
create index fbf_v_used on fbf_v ("countyCode", fbfbm);
create index cbf_v_used on cbf_v ("countyCode", cbfbm);
create index dk_v_used on dk_v ("countyCode", dkbm);
create index djb_issuer on djb ("countyCode", "tenantId", fbfbm) where qszt = '1';
alter table business_lock alter column "objectCode" type varchar(64);
