-- The name of a dictionary is for people: it holds no name of a field.
update dict_biz set "dictValue" = '附件类别', en = 'Kind of attachment' where code = 'attach_kind' and "dictValue" = '附件类别（businessItem）';
update dict set "dictValue" = '附件类别', en = 'Kind of attachment' where code = 'attach_kind' and "dictValue" = '附件类别（businessItem）';
