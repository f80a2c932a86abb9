import type { Ban } from '../../../contract/outcomes.ts'
import type { RuleCondition } from '../../text/rules.ts'

/** The sources of the rules. X published them; what X runs today may differ. */
export const BAN_RULE_SOURCES = [
  'twitter/the-algorithm 72eda9a (2023-07-07), visibilitylib (2023-04-04) and tweetypie',
  'szq0017/x-algorithm 6097689, a copy of xai-org/x-algorithm of about 2026-09-25',
  'BRAZIL_ELECTION_LEGAL: a copy of about 2026-10-02',
] as const
export const BAN_RULES_DATE = '2023-07-07'

export type VisibilityRule = {
  when: RuleCondition
  /** X's name of the rule, the file that defines it, and the rule lists that contain it. */
  rule: string
  /** Whether only one of X's two pairs of lists for suggestions and people search contains the rule. It is not known which pair the app uses. */
  inOneList?: boolean
}
export type BanRules = Partial<Record<Ban, readonly VisibilityRule[]>>

const PEOPLE = 'SearchPeopleTypeahead, SearchPeopleSrp'
const USERS = 'UserSearchTypeahead, UserSearchSrp'
const NOT_LATEST = 'SearchTop, SearchPhoto, SearchVideo, not SearchLatest'

const one = (when: RuleCondition, rule: string): [VisibilityRule] => [{ when, rule }]
const inSearch = (when: RuleCondition, rule: string) => one(when, `${rule}, in SearchTop and SearchLatest`)
const inReplies = (when: RuleCondition, rule: string) => one(when, `${rule}, in ConversationReply`)
const inOneList = (when: RuleCondition, rule: string): [VisibilityRule] => [{ when, rule, inOneList: true }]

const safeSearch = (name: string) => inSearch('filtering', `${name} (SafeSearchRules.scala)`)
const hiddenMedia = (name: string) => inReplies('hideSetting', `${name} (SensitiveMediaSettingsRules.scala)`)
const downranked = (name: string) => one('notClose', `${name}, in TimelineConversationsDownranking`)

const dropped = (name: string) => ({
  search_ban: one(
    'all',
    `${name}LabelRule (TweetLabelRules.scala), in SearchTop and SearchLatest (baseTweetRules)`,
  ),
  ghost_ban: one(
    'all',
    `${name}LabelTombstoneRule (TweetLabelRules.scala), in ConversationReply (baseTweetTombstoneRules)`,
  ),
})

/** Rules of a label that hides accounts from everybody. `looked` is X's name of the rule for replies, if it differs. */
const hidden = (name: string, looked = name) => ({
  search_suggestion_ban: inOneList('all', `${name} (UserLabelRules.scala), in ${PEOPLE}`),
  search_ban: inSearch('all', `${name} (UserLabelRules.scala)`),
  ghost_ban: one(
    'allLookedUp',
    `${looked} (UserLabelRules.scala), in ConversationReply's account rules, through the look-up of the author`,
  ),
})

const bySetting = (when: RuleCondition, name: string) => ({
  search_suggestion_ban: one(when, `${name} (SafeSearchRules.scala), in ${PEOPLE}, ${USERS}`),
  search_ban: inSearch(when, `${name} (SafeSearchRules.scala)`),
})

const REPORTS_OWN_WORDS = "the report's own words"
const onProfile = { search_ban: one('ownProfile', `${REPORTS_OWN_WORDS}; no label of 2023`) }
const takenDown = (when: RuleCondition) => {
  const rules = one(when, `${REPORTS_OWN_WORDS}; no takedown rule in these lists of 2023`)
  return { search_ban: rules, ghost_ban: rules }
}
const inCountries = takenDown('ownCountries')
const everywhere = takenDown('ownAll')
const nsfwAdmin = {
  ghost_ban: hiddenMedia('OtherSensitiveMediaNsfwAdminTweetFlagDropSettingLevelTombstoneRule'),
}
const FOSNR_SWITCH =
  '(generators/TweetRuleGenerator.scala), switch visibility_library_enable_fosnr_rules, off'

/** The rules of each label in X's report, by ban. `(CC)` stands for any country, `(XX)` and `(XY)` for every country. An empty object means that no rule was found. */
export const LABEL_RULES: Record<'post' | 'account', Record<string, BanRules>> = {
  post: {
    NSFW_HIGH_RECALL: { search_ban: safeSearch('SafeSearchNsfwHighRecallTweetLabelRule') },
    NSFW_HIGH_PRECISION: {
      search_ban: safeSearch('SafeSearchNsfwHighPrecisionTweetLabelRule'),
      ghost_ban: hiddenMedia('AdultMediaNsfwHighPrecisionTweetLabelDropSettingLevelTombstoneRule'),
    },
    NSFW_TEXT: {
      search_ban: one(
        'filtering',
        'SafeSearchNsfwTextTweetLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest; switch visibility_library_enable_nsfw_text_sectioning_rule, on',
      ),
    },
    NSFW_CARD_IMAGE: {
      search_ban: safeSearch('SafeSearchNsfwCardImageTweetLabelRule'),
      ghost_ban: hiddenMedia('AdultMediaNsfwCardImageTweetLabelDropSettingLevelTombstoneRule'),
    },
    GORE_AND_VIOLENCE_HIGH_PRECISION: {
      search_ban: safeSearch('SafeSearchGoreAndViolenceHighPrecisionTweetLabelRule'),
      ghost_ban: hiddenMedia('ViolentMediaGoreAndViolenceHighPrecisionDropSettingLeveTombstoneRule'),
    },
    NSFW_ADMIN: nsfwAdmin,
    NSFW_ADMIN_STAMPED: nsfwAdmin,
    SPAM_HIGH_RECALL: {
      search_ban: inSearch('all', 'SpamHighRecallTweetLabelDropRule (TweetLabelRules.scala)'),
      ghost_ban: inReplies('all', 'SpamHighRecallTweetLabelTombstoneRule (TweetLabelRules.scala)'),
    },
    SPAM: dropped('SpamTweet'),
    PDNA: dropped('PdnaTweet'),
    BOUNCE: dropped('BounceTweet'),
    DO_NOT_AMPLIFY: {
      search_ban: [
        ...one('nonFollowersTop', `DoNotAmplifyDropRule (TweetLabelRules.scala), in ${NOT_LATEST}`),
        ...inSearch(
          'companion',
          '2026: botmaker rules 20789 and 20790 put SEARCH_BLACKLIST on with it; 2023: SearchBlacklistTweetLabelRule (TweetLabelRules.scala)',
        ),
      ],
      reply_deboosting: downranked('DoNotAmplifySectionRule (TweetLabelRules.scala)'),
    },
    MALICIOUS_URL: {
      search_ban: inSearch(
        'companion',
        'no label of 2023; botmaker rules 20789 and 20790 (2026) put SEARCH_BLACKLIST on with it: SearchBlacklistTweetLabelRule (TweetLabelRules.scala)',
      ),
    },
    FOR_EMERGENCY_USE_ONLY: {
      search_ban: one(
        'filteringNoName',
        'SearchEdiSafeSearchWithoutUserInQueryDropRule (ForEmergencyUseOnly.scala), in SearchTop and SearchLatest; switch visibility_library_enable_search_ipi_safe_search_without_user_in_query_drop_rule, on; other viewers: notice, EmergencyDynamicInterstitialRule',
      ),
      ghost_ban: inReplies('notice', 'EmergencyDynamicInterstitialRule (ForEmergencyUseOnly.scala)'),
    },
    FOSNR_HATEFUL_CONDUCT: {
      search_ban: [
        ...one('ownProfile', `${REPORTS_OWN_WORDS}; 2023: level 3 drop in every search list ${FOSNR_SWITCH}`),
        ...one('off', `level 3 drop in every search list ${FOSNR_SWITCH}`),
      ],
      ghost_ban: one('off', `level 3 notice in ConversationReply ${FOSNR_SWITCH}`),
    },
    FOSNR_ABUSE: onProfile,
    FOSNR_VIOLENT_SPEECH: onProfile,
    FOSNR_CIVIC_INTEGRITY: onProfile,
    FOSNR_ABUSE_INSULTS: {},
    BRAZIL_ELECTION_LEGAL: {},
    'LegalRequest(CC)': inCountries,
    'BystanderReport(CC)': inCountries,
    'UnspecifiedReason(CC)': inCountries,
    'LegalRequest(XX)': everywhere,
    'UnspecifiedReason(XX)': everywhere,
    'UnspecifiedReason(XY)': everywhere,
    Dmca: everywhere,
    is_dmca: {},
  },
  account: {
    SpamHighRecall: hidden('SpamHighRecallRule', 'DeciderableSpamHighRecallRule'),
    ReadOnly: hidden('ReadOnlyRule'),
    Compromised: hidden('CompromisedRule'),
    DoNotAmplify: {
      search_suggestion_ban: inOneList(
        'nonFollowers',
        `DoNotAmplifyNonFollowerRule (UserLabelRules.scala), in ${PEOPLE}`,
      ),
      search_ban: one(
        'nonFollowersTop',
        `DoNotAmplifyNonFollowerRule (UserLabelRules.scala), in ${NOT_LATEST}`,
      ),
      reply_deboosting: downranked('DoNotAmplifySectionUserRule (UserLabelRules.scala)'),
    },
    NsfwHighPrecision: bySetting('filtering', 'SafeSearchNsfwHighPrecisionUserLabelRule'),
    NsfwAvatarImage: bySetting('filtering', 'SafeSearchNsfwAvatarImageUserLabelRule'),
    NsfwBannerImage: bySetting('filtering', 'SafeSearchNsfwBannerImageUserLabelRule'),
    NsfwNearPerfect: {
      search_suggestion_ban: inOneList(
        'filtering',
        `SafeSearchNsfwNearPerfectAuthorRule (SafeSearchRules.scala), in ${USERS}`,
      ),
    },
    NsfwHighRecall: {
      search_suggestion_ban: inOneList(
        'filteringNonFollowers',
        `SafeSearchHighRecallUserLabelRule (SafeSearchRules.scala), in ${USERS}`,
      ),
    },
    AbusiveHighRecall: bySetting('filteringNonFollowers', 'SafeSearchAbusiveHighRecallUserLabelRule'),
    NsfwAdmin: {
      search_suggestion_ban: inOneList(
        'filteringLoggedIn',
        'DropNsfwAdminAuthorViewerOptInFilteringOnSearchRule (Rules.scala), in UserSearchSrp (people search) only',
      ),
    },
    ImpersonationHighPrecision: {},
    'LegalRequest(CC)': inCountries,
    'BystanderReport(CC)': inCountries,
    'UnspecifiedReason(CC)': inCountries,
    'LegalRequest(XX)': everywhere,
    'UnspecifiedReason(XX)': everywhere,
  },
}
