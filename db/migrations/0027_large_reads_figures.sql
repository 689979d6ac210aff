-- The role of the large screen reads figures and the map of them: registers, prints and attachments are taken from it where it still holds what it was
-- installed with.

delete from role_menu rm using sys_role r, menu m
  where r.id = rm."roleId" and r."tenantId" = rm."tenantId" and r."roleAlias" = 'large' and m.id = rm."menuId"
    and (m.code in ('print_view', 'attach_view', 'fbf_view', 'cbf_view', 'jtcy_view', 'dk_view', 'dk_jz_view', 'jzd_view', 'jzx_view', 'cbht_view', 'cbdkxx_view',
        'djb_view', 'cbjyqz_view', 'cbjyqz_event_view')
      or m.code like 'djb\_%\_view');
