// A book whose row is gone while its content is kept. As SQL; pure.

/** That the registration of a book was taken back, of a row `c` of djb_content: what it was is a former version which the undo closed. */
export const TAKEN_BACK = `exists (select 1 from djb_v v join register_entry e on e."countyCode" = v."countyCode" and e."tenantId" = v."tenantId" and e."causeKind" = 'undo'
  and e.unit = 'undo/' || v."closedBy" where v."countyCode" = c."countyCode" and v."tenantId" = c."tenantId" and v.id = c."djbId")`
