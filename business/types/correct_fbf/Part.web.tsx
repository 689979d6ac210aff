import { useQuery } from '@tanstack/react-query'
import { Alert, Flex } from 'antd'
import { useEffect, useRef } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { FbfPicker } from '../../../land/parts/FbfPicker.web.tsx'
import type { Form } from '../../cases/definitions/business.ts'
import { Fields } from '../../cases/web/Changes.web.tsx'
import { Facts } from '../../cases/web/Facts.web.tsx'
import { applicantOf, useIssuer } from '../../parts/issuer.web.ts'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { correctFbf, FBF_CORRECTION_FIELDS, ITEM, shape } from './type.ts'
import { words } from './words.ts'

const quiet = { quiet: true }
const NAMES = Object.values(FBF_CORRECTION_FIELDS).flatMap(Object.keys)
const SHOWN = ['fbfbm', 'fbfmc', 'tyshxydm', 'fbffzrxm', 'fzrzjhm', 'lxdh', 'fbfdz', 'yzbm'] as const
const codeOf = (form: Form) => (typeof form.fbfbm === 'string' && form.fbfbm ? form.fbfbm : undefined)
/** Which issuer, and what is registered of it; it is the applicant. */
function Issuer({ form, onChange, onRegister, editing, onApplicant }: PartProps) {
  const code = codeOf(form)
  const all = editing === 'all'
  const issuer = useIssuer(code).data
  const taken = useRef(NAMES.some((n) => form[n]) ? code : undefined)
  useEffect(() => {
    if (!issuer || !all || issuer.fbfbm !== code) return
    onApplicant(applicantOf(issuer))
    const own = Object.fromEntries(NAMES.map((n) => [n, issuer[n] ?? null]))
    onRegister(own)
    if (taken.current === code) return
    taken.current = code
    onChange(own)
  }, [issuer])
  return (
    <Flex vertical gap="small">
      {all && (
        <div style={{ maxWidth: 560 }}>
          <FbfPicker first value={code} onChange={(fbfbm) => onChange({ fbfbm: fbfbm ?? null })} />
        </div>
      )}
      {issuer && <Facts of={fbf} names={SHOWN} row={issuer} />}
    </Flex>
  )
}

/** What is wrong of the issuer, before and after. A case that is over shows what it said: the issuer says it by now. */
function Correction({ form, onChange, editing, faults, about, row }: PartProps) {
  const { say } = useSay()
  const all = editing === 'all'
  const issuer = useIssuer(codeOf(form)).data
  const another = issuer && about.item === ITEM.principal && ['fbffzrxm', 'fzrzjhm'].some((n) => (form[n] ?? '') !== (issuer[n] ?? ''))
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={correctFbf.items} />
      {!issuer && <Alert type="info" showIcon title={say(words.choose)} />}
      {all && another && <Alert type="warning" showIcon title={say(words.principal)} description={say(words.renew)} />}
      {all && issuer && about.item === ITEM.name && <Alert type="info" showIcon title={say(words.keeps)} />}
      {issuer && (
        <Fields
          of={FBF_CORRECTION_FIELDS[about.item] ?? {}}
          form={form}
          onChange={onChange}
          faults={faults}
          editable={all}
          {...(row?.finishTime ? {} : { before: issuer })}
        />
      )}
    </Flex>
  )
}

/** Why, and whether every current book gets a line of it. */
function Reason({ form, onChange, editing, faults, about }: PartProps) {
  const { say } = useSay()
  const code = codeOf(form)
  const ofName = about.item === ITEM.name
  const books = useQuery({
    queryKey: queryKeyOf('djb', 'count', code),
    enabled: ofName && editing === 'all' && !!code,
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/djb/wzx/page', { fbfbm: code, current: 1, size: 1 }, quiet),
  })
  return (
    <Flex vertical gap="small">
      <Fields form={form} onChange={onChange} faults={faults} of={{ bgyy: shape.bgyy, ...(ofName ? { zbdj: shape.zbdj } : {}) }} editable={editing === 'all'} />
      {books.data && <Alert type="info" showIcon title={say(words.books(books.data.total))} />}
    </Flex>
  )
}

/** 发包方信息更正 on the screen. Source: business-flows.md 4.8. */
export const correctFbfScreen: TypeScreen = {
  type: correctFbf,
  doSign: '2',
  parts: [
    { key: 'issuer', title: words.issuer, names: ['fbfbm'], Part: Issuer },
    { key: 'correction', title: words.correction, names: NAMES, alters: true, Part: Correction },
    { key: 'reason', title: words.reason, names: ['bgyy', 'zbdj'], Part: Reason },
  ],
  first: (start) => ({ zbdj: '2', ...(start && /^\d{14}/.test(start) ? { fbfbm: start.slice(0, 14) } : {}) }),
}
