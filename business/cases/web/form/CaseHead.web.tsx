import { Button, Card, Flex, Tag, theme } from 'antd'
import type { ReactNode } from 'react'
import { useSession, Heading } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { typeName, type TypeCode } from '../../../../services/process/engine/definitions.ts'
import type { CaseRow, Editing } from '../form.web.ts'
import { StatusTag } from '../StatusTag.web.tsx'
import type { Next } from '../Preflight.web.tsx'
import '../case.css'
import { goesTo, stillLacks, toWhom, words } from '../words.ts'

interface CaseHeadProps {
  row?: CaseRow
  typeCode: TypeCode
  /** the open task */
  task?: string
  editing: Editing
  /** what is being done; its button turns, the others wait */
  busy?: string
  /** when the server kept what is typed (HH:mm:ss) */
  keptAt?: string
  /** why what is typed now is not kept */
  unkept?: string
  /** stands beside the buttons */
  menu?: ReactNode
  /** where the case goes next and who may do it there, as far as it was looked at */
  next?: Next | undefined
  /** how much is still to be filled in before it can be submitted */
  lacks?: number
  on: Readonly<Record<'save' | 'start' | 'pass' | 'return' | 'delegate' | 'opinion' | 'takeBack' | 'revoke' | 'undo' | 'flow' | 'leave', () => void>>
}
/** Name and state of a case that is worked on, and what may be done with it now; one that is looked at has CaseSummary. */
export function CaseHead({ row, typeCode, task, editing, busy, keptAt, unkept, next, lacks = 0, menu, on }: CaseHeadProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { token } = theme.useToken()
  const { label } = useDict('task_key')
  const types = useDict('business_type')
  const may = (action: string) => !!row?.actions.includes(action)
  // on the button for the eye, of the button for the ear: its name stays the act
  const who = next?.names.length ? <span aria-hidden>{say(toWhom(next.names))}</span> : null
  const said = next ? { title: say(goesTo(label(next.taskKey), next.names)), 'aria-description': say(goesTo(label(next.taskKey), next.names)) } : {}
  const waits = lacks > 0 && say(stillLacks(lacks))
  const title = lang === 'zh' ? typeName(typeCode) : types.label(typeCode)
  return (
    <Card size="small" style={{ position: 'sticky', top: -16, zIndex: 20, marginBottom: 12 }}>
      <Flex justify="space-between" align="center" gap="small" wrap>
        <span>
          <Heading className="case-name">{row?.businessName ?? `${say(words.accept)}${say({ zh: '：', en: ': ' })}${title}`}</Heading> {row?.businessCode}{' '}
          {task ? <Tag color="processing">{label(task)}</Tag> : row ? <StatusTag value={row.status} /> : null}
          <small role="status" style={unkept ? { color: token.colorError } : {}}>
            {unkept
              ? say({ zh: `未保存：${unkept}`, en: `Not kept: ${unkept}` })
              : keptAt
                ? say({ zh: `草稿已保存 ${keptAt}`, en: `Draft kept ${keptAt}` })
                : ''}
          </small>
        </span>
        {/* the way out first, what ends the task now at the right */}
        <Flex data-tour="case-acts" gap="small" wrap justify="end">
          <Button onClick={on.leave}>{say(words.back)}</Button>
          {row?.processInstanceId && <Button onClick={on.flow}>{say(words.flow)}</Button>}
          {menu}
          {row?.actions.includes('undo') && can('business_revoke') && (
            <Button danger disabled={!!busy} onClick={on.undo}>
              {say(words.undo)}
            </Button>
          )}
          {may('revoke') && (
            <Button danger disabled={!!busy} onClick={on.revoke}>
              {say(words.revoke)}
            </Button>
          )}
          {may('take-back') && (
            <Button disabled={!!busy} onClick={on.takeBack}>
              {say(words.recall)}
            </Button>
          )}
          {may('delegate') && !row?.task?.signMode && (
            <Button disabled={!!busy} onClick={on.delegate}>
              {say(words.delegate)}
            </Button>
          )}
          {may('return') && (
            <Button danger disabled={!!busy} onClick={on.return}>
              {say(words.sendBack)}
            </Button>
          )}
          {editing !== 'nothing' && (
            <Button loading={busy === 'save'} disabled={!!busy} onClick={on.save}>
              {say(words.save)}
            </Button>
          )}
          {may('opinion') && (
            <Button type="primary" disabled={!!busy} onClick={on.opinion}>
              {say(words.giveOpinion)}
            </Button>
          )}
          {(!row || may('save-commit')) && (
            <Button
              type="primary"
              loading={busy === 'start'}
              disabled={!!busy}
              onClick={on.start}
              {...(waits ? { title: waits, 'aria-description': waits } : said)}
            >
              {say(words.saveCommit)}
              {waits ? <span aria-hidden>{` · ${waits}`}</span> : who}
            </Button>
          )}
          {may('pass') && (
            <Button type="primary" disabled={!!busy} onClick={on.pass} {...said}>
              {say(task === 'check' || task === 'recheck' ? words.passCheck : words.pass)}
              {who}
            </Button>
          )}
        </Flex>
      </Flex>
    </Card>
  )
}
