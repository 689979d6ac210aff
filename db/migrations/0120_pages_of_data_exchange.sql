-- The pages of the registry, the province and partners stood among forty of the administration: they have a folder of their own, for those who have one of them.
insert into menu (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "parentId", code, name, alias, path, source, sort, category, action, "isOpen")
  select 1079919509061088724, "tenantId", "createUser", "createTime", "updateUser", "updateTime", 1, null, 'push', '数据推送与共享', 'push', '/push', 'ExportOutlined', sort, 1, 0, 0
  from menu where code = 'system' on conflict do nothing;
update menu set sort = sort + 1 where code = 'system';
-- what an administrator has put elsewhere stays there
update menu m set "parentId" = 1079919509061088724, sort = p.place
  from (values ('push_log', 1), ('registry_notice', 2), ('third_log', 3), ('data_push_config', 4), ('access_message', 5), ('access_config', 6), ('empower', 7),
    ('appraisal', 8), ('webhook', 9), ('webhook_log', 10)) as p(code, place), menu s, menu f
  where m.code = p.code and s.code = 'system' and m."parentId" = s.id and f.id = 1079919509061088724;
insert into role_menu ("roleId", "menuId", "tenantId")
  select distinct g."roleId", m."parentId", g."tenantId" from role_menu g join menu m on m.id = g."menuId" where m."parentId" = 1079919509061088724 on conflict do nothing;
insert into top_menu_setting ("topMenuId", "menuId", "tenantId")
  select distinct g."topMenuId", m."parentId", g."tenantId" from top_menu_setting g join menu m on m.id = g."menuId" where m."parentId" = 1079919509061088724 on conflict do nothing;
update tenant_package t set "menuId" = t."menuId" || ',1079919509061088724'
  where exists (select 1 from menu m where m."parentId" = 1079919509061088724 and m.id::text = any(string_to_array(t."menuId", ',')));
