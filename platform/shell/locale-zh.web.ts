import zhCN from 'antd/locale/zh_CN'
import 'dayjs/locale/zh-cn'

/** antd's Chinese words, and dayjs's beside them. */
export default zhCN
