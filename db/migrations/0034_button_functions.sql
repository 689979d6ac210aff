-- Buttons that opened nothing go; those that open something now are given to the roles that could do it before by another button.

delete from menu where category = 2 and code in ('cbjyqz_print', 'business_print', 'business_commit_view', 'business_commit_add', 'business_commit_edit',
  'business_commit_delete', 'business_revoke_view', 'business_revoke_add', 'business_revoke_edit', 'business_revoke_delete', 'publicity_export',
  'publicity_print', 'cbdkxx_export', 'objection_export', 'region_export', 'dict_biz_export', 'audit_export');

insert into role_menu ("roleId", "menuId", "tenantId")
  select rm."roleId", given.id, rm."tenantId" from role_menu rm join menu held on held.id = rm."menuId" join menu given on given.category = 2
    and ((held.code = 'business_edit' and given.code in ('business_commit', 'business_revoke', 'business_check', 'business_recheck'))
      or (held.code = 'hjb_edit' and given.code = 'hjb_export'))
  on conflict do nothing;
