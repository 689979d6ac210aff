import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Button } from 'antd'
import { both, type Text } from '../../../kit/model/lang.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import type { FoundAt } from '../definitions/findings.ts'
import { LINK } from './lead.web.ts'

/** The page on which a row or a setting is put right, and the name by which its list finds it. */
const PAGES: Readonly<Record<FoundAt['kind'], { to: string; name?: string; words: Text }>> = {
  business: { to: '/business/all', name: 'businessCode', words: both('查看该业务', 'Open that case') },
  issuer: { to: '/land/fbf', name: 'fbfbm', words: both('查看发包方', 'Open the issuer') },
  contractor: { to: '/land/cbf', name: 'cbfbm', words: both('查看承包方', 'Open the contractor') },
  parcel: { to: '/land/dk', name: 'dkbm', words: both('查看地块', 'Open the parcel') },
  book: { to: '/registry/djb', name: 'cbjyqzbm', words: both('查看登记簿', 'Open the book') },
  contract: { to: '/registry/cbht', name: 'cbhtbm', words: both('查看承包合同', 'Open the contract') },
  publicity: { to: '/publicity/index', words: both('查看公示', 'Open the publicity') },
  configuration: { to: '/business/process-config', name: 'businessTypeCode', words: both('查看流程配置', 'Open the configuration') },
  people: { to: '/system/user', words: both('查看用户', 'Open the users') },
  agents: { to: '/business/signer-auth', words: both('配置签署代理人', 'Enter who signs') },
  template: { to: '/business/sign-template', words: both('查看合同模板', 'Open the templates') },
  account: { to: '/business/sign-account', words: both('查看电子签账户', 'Open the account') },
  messages: { to: '/resource/sms', words: both('查看短信配置', 'Open the SMS providers') },
}

/** Leads to where a finding is put right that lies beside the case. */
export function FoundLink({ at }: { at: FoundAt }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const { to, name, words } = PAGES[at.kind]
  return (
    <Button type="link" size="small" style={{ ...LINK, fontSize: 'inherit', display: 'inline' }} onClick={() => openPage(to, name ? { [name]: at.code } : {})}>
      {say(words)}
    </Button>
  )
}
