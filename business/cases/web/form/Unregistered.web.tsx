import { Alert, Button } from 'antd'
import { both } from '../../../../kit/model/lang.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import type { CaseRow } from '../form.web.ts'
import { mayTakeOut, useTakeOut } from './useTakeOut.web.ts'

const HELP = both(
  '排除原因后，由办理人再次通过本环节即重新登簿；不再办理的承包户由管理员移出，全部不办的撤销业务。',
  'Once the cause is gone, whoever does this task passes it again and the registration is tried again. An administrator removes households that are given up, or revokes the case.',
)
/** The books of a case that the register refused, each with its reason and the way out of the case. */
export function Unregistered({ row, view }: { row: CaseRow; view: boolean }) {
  const { say } = useSay()
  const takeOut = useTakeOut(row)
  if (row.unregistered.length === 0) return null
  const holderOf = (code: string) => row.contracts.find((c) => c.cbhtbm === code)?.cbfmc
  // the only one is not taken out: the case is revoked
  const isOffered = !view && row.unregistered.length > 1 && mayTakeOut(row)
  return (
    <Alert
      type="error"
      showIcon
      title={say(both('以下登记簿未能登记', 'These books could not be registered'))}
      description={
        <>
          {row.unregistered.map(({ code, djbId, reason }) => (
            <div key={code}>
              {[holderOf(code), code].filter(Boolean).join(' ')}
              {say(both('：', ': '))}
              {reason}
              {isOffered && (
                <Button type="link" size="small" danger onClick={() => void takeOut({ djbId, cbjyqzbm: code })}>
                  {say(both('移出', 'Remove'))}
                </Button>
              )}
            </div>
          ))}
          {say(HELP)}
        </>
      }
    />
  )
}
