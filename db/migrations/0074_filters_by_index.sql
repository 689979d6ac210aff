-- Every filter that a list of a whole county offers is found by an index, also where nothing has its value: a filter without one read a million rows to find
-- none. The region stands behind the value, so that rows of one group are one entry and an index of few values stays small. Where nearly all rows have the
-- usual value, the index holds the others alone: a page of the usual ones is full soon, in the order of the list.
create index dk_dklb on dk ("tenantId", dklb, "regionCode");
create index dk_tdlylx on dk ("tenantId", tdlylx, "regionCode") where tdlylx is not null;
create index dk_dldj on dk ("tenantId", dldj, "regionCode");
create index dk_tdyt on dk ("tenantId", tdyt, "regionCode");
create index dk_sfjbnt on dk ("tenantId", sfjbnt, "regionCode");
create index dk_sfqqqg on dk ("tenantId", sfqqqg, "regionCode") where sfqqqg <> '2';
create index dk_lzzt on dk ("tenantId", lzzt, "regionCode") where lzzt <> '0';
create index dk_dyzt on dk ("tenantId", dyzt, "regionCode") where dyzt <> '0';
create index dk_yyzt on dk ("tenantId", yyzt, "regionCode") where yyzt <> '0';

create index cbf_cbflx on cbf ("tenantId", cbflx, "regionCode") where cbflx <> '1';
create index cbf_lxdh on cbf ("tenantId", lxdh) where lxdh is not null;
create index cbf_cbfcysl on cbf ("tenantId", cbfcysl, "regionCode");
create index cbf_cbfs on cbf ("tenantId", cbfs, "regionCode") where cbfs <> '110';
create index cbf_cbqxz on cbf ("tenantId", cbqxz, "regionCode") where cbqxz is not null;
create index cbf_cbjyqzbm on cbf ("tenantId", cbjyqzbm) where cbjyqzbm is not null;
create index cbf_htzmjm on cbf ("tenantId", htzmjm) where htzmjm is not null;
create index cbf_lzzt on cbf ("tenantId", lzzt, "regionCode") where lzzt <> '0';
create index cbf_dyzt on cbf ("tenantId", dyzt, "regionCode") where dyzt <> '0';
create index cbf_yyzt on cbf ("tenantId", yyzt, "regionCode") where yyzt <> '0';
create index cbf_unregistered on cbf ("tenantId", "regionCode", cbfbm, id) where djzt = '0';
create index jtcy_made on jtcy ("tenantId", "createTime", id);
create index jtcy_yhzgx on jtcy ("tenantId", yhzgx, "regionCode");

create index cbht_qszt on cbht ("tenantId", qszt, "regionCode") where qszt <> '1';
create index cbht_htxlh on cbht ("tenantId", htxlh) where htxlh is not null;
create index cbht_cbfzjhm on cbht ("tenantId", cbfzjhm);
create index cbht_fbfbm on cbht ("tenantId", fbfbm, cbhtbm);
create index cbht_cbfs on cbht ("tenantId", cbfs, "regionCode") where cbfs <> '110';
create index cbht_cbqxz on cbht ("tenantId", cbqxz, "regionCode");
create index cbht_qdsj on cbht ("tenantId", qdsj, "regionCode");
create index cbht_htzmjm on cbht ("tenantId", htzmjm);
create index cbht_sign_status on cbht ("tenantId", "signStatus", "regionCode");
create index cbht_sign_way on cbht ("tenantId", "signWay", "regionCode") where "signWay" is not null;

create index djb_qszt on djb ("tenantId", qszt, "regionCode") where qszt <> '1';
create index djb_cbfzjhm on djb ("tenantId", cbfzjhm);
create index djb_cbfs on djb ("tenantId", cbfs, "regionCode") where cbfs <> '110';
create index djb_cbqxz on djb ("tenantId", cbqxz, "regionCode");
create index djb_djsj on djb ("tenantId", djsj, "regionCode");
create index djb_lzzt on djb ("tenantId", lzzt, "regionCode") where lzzt <> '0';
create index djb_dyzt on djb ("tenantId", dyzt, "regionCode") where dyzt <> '0';
create index djb_yyzt on djb ("tenantId", yyzt, "regionCode") where yyzt <> '0';

create index cbjyqz_cbfdbzjhm on cbjyqz ("tenantId", cbfdbzjhm);
create index cbjyqz_sfbdcfz on cbjyqz ("tenantId", sfbdcfz, "regionCode");
create index cbjyqz_bznf on cbjyqz ("tenantId", bznf, "regionCode");
create index cbjyqz_fzrq on cbjyqz ("tenantId", fzrq, "regionCode");
create index cbjyqz_qzsflq on cbjyqz ("tenantId", qzsflq, "regionCode");

create index business_type on business ("tenantId", "businessTypeCode", "businessItemCode", "createTime");
create index business_received on business ("tenantId", "businessReceiveTime");
create index business_finished on business ("tenantId", "finishTime") where "finishTime" is not null;

create index dk_no_outline on dk ("tenantId", "regionCode", dkbm, id) where geom is null;
create index dk_no_holder on dk ("tenantId", "regionCode", dkbm, id) where cbfbm is null;

-- What may be given out: land without a current contract, with a holder and without.
create index dk_free_held on dk ("tenantId", "regionCode", dkbm, id) where zt = '1' and djzt is distinct from '2' and dklb = '10' and cbfbm is not null;
create index dk_free_land on dk ("tenantId", "regionCode", dkbm, id) where zt = '1' and djzt is distinct from '2' and (dklb in ('22', '23', '99') or dklb = '10' and cbfbm is null);
