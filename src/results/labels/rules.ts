import type { Ban } from '../../../contract/outcomes.ts'

/** Where the rules come from: what X published, not what runs today. */
export const RULE_SOURCES = [
  'twitter/the-algorithm 72eda9a (2023-07-07), visibilitylib (2023-04-04) and tweetypie',
  'szq0017/x-algorithm 6097689, a copy of xai-org/x-algorithm of about 2026-09-25',
  'BRAZIL_ELECTION_LEGAL: a copy of about 2026-10-02',
] as const
/** The day of the rules of 2023. */
export const RULES_DATE = '2023-07-07'

/**
 * For whom a rule hides a label's posts or account; never for its author, unless it says so.
 * - `all`: every viewer. `allLookedUp`: the same, where an unpublished service has looked the author up.
 * - `filtering`: logged out, or the search setting hides sensitive content. `filteringLoggedIn`, `filteringNonFollowers`: those of them
 *   that are logged in, and that do not follow the author. `filteringNoName`: the author too, while the query names no account.
 * - `nonFollowers`: logged out or not following. `nonFollowersTop`: the same, in Top, photo and video search alone.
 * - `hideSetting`: logged-in viewers who hide this kind of media see a placeholder. `notice`: stays, behind a notice that opens.
 * - `notClose`: everyone outside the inner circle of friends finds the reply in the section of abusive quality.
 * - `companion`: every viewer, through a second label that the report does not list. `off`: a rule is published, its switch was off.
 * - `ownAll`, `ownCountries`, `ownProfile`: the report itself says that it is not shown, not in these countries, or on the profile alone.
 */
export const CONDITIONS = [
  'all',
  'allLookedUp',
  'filtering',
  'filteringLoggedIn',
  'filteringNonFollowers',
  'filteringNoName',
  'nonFollowers',
  'nonFollowersTop',
  'hideSetting',
  'notice',
  'notClose',
  'companion',
  'off',
  'ownAll',
  'ownCountries',
  'ownProfile',
] as const
export type Condition = (typeof CONDITIONS)[number]

export type Rule = {
  when: Condition
  /** X's name of the rule and its file, and the lists that hold it. */
  rule: string
  /** Of X's two pairs of lists for suggestions and people search, one alone holds it; which the app uses is not known. */
  inOneList?: boolean
}
export type BanRules = Partial<Record<Ban, readonly Rule[]>>

const OWN = "the report's own words; no takedown rule in these lists of 2023"
const inCountries = {
  search_ban: [{ when: 'ownCountries', rule: OWN }],
  ghost_ban: [{ when: 'ownCountries', rule: OWN }],
} as const satisfies BanRules
const everywhere = {
  search_ban: [{ when: 'ownAll', rule: OWN }],
  ghost_ban: [{ when: 'ownAll', rule: OWN }],
} as const satisfies BanRules

/** The rules of each label that X's report lists, by ban; `(CC)` stands for countries, `(XX)` and `(XY)` for everywhere. No rule: nothing was found. */
export const LABEL_RULES = {
  post: {
    NSFW_HIGH_RECALL: {
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwHighRecallTweetLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
    },
    NSFW_HIGH_PRECISION: {
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwHighPrecisionTweetLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
      ghost_ban: [
        {
          when: 'hideSetting',
          rule: 'AdultMediaNsfwHighPrecisionTweetLabelDropSettingLevelTombstoneRule (SensitiveMediaSettingsRules.scala), in ConversationReply',
        },
      ],
    },
    NSFW_TEXT: {
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwTextTweetLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest; switch visibility_library_enable_nsfw_text_sectioning_rule, on',
        },
      ],
    },
    NSFW_CARD_IMAGE: {
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwCardImageTweetLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
      ghost_ban: [
        {
          when: 'hideSetting',
          rule: 'AdultMediaNsfwCardImageTweetLabelDropSettingLevelTombstoneRule (SensitiveMediaSettingsRules.scala), in ConversationReply',
        },
      ],
    },
    GORE_AND_VIOLENCE_HIGH_PRECISION: {
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchGoreAndViolenceHighPrecisionTweetLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
      ghost_ban: [
        {
          when: 'hideSetting',
          rule: 'ViolentMediaGoreAndViolenceHighPrecisionDropSettingLeveTombstoneRule (SensitiveMediaSettingsRules.scala), in ConversationReply',
        },
      ],
    },
    NSFW_ADMIN: {
      ghost_ban: [
        {
          when: 'hideSetting',
          rule: 'OtherSensitiveMediaNsfwAdminTweetFlagDropSettingLevelTombstoneRule (SensitiveMediaSettingsRules.scala), in ConversationReply',
        },
      ],
    },
    SPAM_HIGH_RECALL: {
      search_ban: [
        {
          when: 'all',
          rule: 'SpamHighRecallTweetLabelDropRule (TweetLabelRules.scala), in SearchTop and SearchLatest',
        },
      ],
      ghost_ban: [
        {
          when: 'all',
          rule: 'SpamHighRecallTweetLabelTombstoneRule (TweetLabelRules.scala), in ConversationReply',
        },
      ],
    },
    SPAM: {
      search_ban: [
        {
          when: 'all',
          rule: 'SpamTweetLabelRule (TweetLabelRules.scala), in SearchTop and SearchLatest (baseTweetRules)',
        },
      ],
      ghost_ban: [
        {
          when: 'all',
          rule: 'SpamTweetLabelTombstoneRule (TweetLabelRules.scala), in ConversationReply (baseTweetTombstoneRules)',
        },
      ],
    },
    PDNA: {
      search_ban: [
        {
          when: 'all',
          rule: 'PdnaTweetLabelRule (TweetLabelRules.scala), in SearchTop and SearchLatest (baseTweetRules)',
        },
      ],
      ghost_ban: [
        {
          when: 'all',
          rule: 'PdnaTweetLabelTombstoneRule (TweetLabelRules.scala), in ConversationReply (baseTweetTombstoneRules)',
        },
      ],
    },
    BOUNCE: {
      search_ban: [
        {
          when: 'all',
          rule: 'BounceTweetLabelRule (TweetLabelRules.scala), in SearchTop and SearchLatest (baseTweetRules)',
        },
      ],
      ghost_ban: [
        {
          when: 'all',
          rule: 'BounceTweetLabelTombstoneRule (TweetLabelRules.scala), in ConversationReply (baseTweetTombstoneRules)',
        },
      ],
    },
    DO_NOT_AMPLIFY: {
      search_ban: [
        {
          when: 'nonFollowersTop',
          rule: 'DoNotAmplifyDropRule (TweetLabelRules.scala), in SearchTop, SearchPhoto, SearchVideo, not SearchLatest',
        },
        {
          when: 'companion',
          rule: '2026: botmaker rules 20789 and 20790 put SEARCH_BLACKLIST on with it; 2023: SearchBlacklistTweetLabelRule (TweetLabelRules.scala), in SearchTop and SearchLatest',
        },
      ],
      reply_deboosting: [
        {
          when: 'notClose',
          rule: 'DoNotAmplifySectionRule (TweetLabelRules.scala), in TimelineConversationsDownranking',
        },
      ],
    },
    MALICIOUS_URL: {
      search_ban: [
        {
          when: 'companion',
          rule: 'no label of 2023; botmaker rules 20789 and 20790 (2026) put SEARCH_BLACKLIST on with it: SearchBlacklistTweetLabelRule (TweetLabelRules.scala), in SearchTop and SearchLatest',
        },
      ],
    },
    FOR_EMERGENCY_USE_ONLY: {
      search_ban: [
        {
          when: 'filteringNoName',
          rule: 'SearchEdiSafeSearchWithoutUserInQueryDropRule (ForEmergencyUseOnly.scala), in SearchTop and SearchLatest; switch visibility_library_enable_search_ipi_safe_search_without_user_in_query_drop_rule, on; other viewers: notice, EmergencyDynamicInterstitialRule',
        },
      ],
      ghost_ban: [
        {
          when: 'notice',
          rule: 'EmergencyDynamicInterstitialRule (ForEmergencyUseOnly.scala), in ConversationReply',
        },
      ],
    },
    FOSNR_HATEFUL_CONDUCT: {
      search_ban: [
        {
          when: 'ownProfile',
          rule: "the report's own words; 2023: level 3 drop in every search list (generators/TweetRuleGenerator.scala), switch visibility_library_enable_fosnr_rules, off",
        },
        {
          when: 'off',
          rule: 'level 3 drop in every search list (generators/TweetRuleGenerator.scala), switch visibility_library_enable_fosnr_rules, off',
        },
      ],
      ghost_ban: [
        {
          when: 'off',
          rule: 'level 3 notice in ConversationReply (generators/TweetRuleGenerator.scala), switch visibility_library_enable_fosnr_rules, off',
        },
      ],
    },
    FOSNR_ABUSE: {
      search_ban: [{ when: 'ownProfile', rule: "the report's own words; no label of 2023" }],
    },
    FOSNR_VIOLENT_SPEECH: {
      search_ban: [{ when: 'ownProfile', rule: "the report's own words; no label of 2023" }],
    },
    FOSNR_CIVIC_INTEGRITY: {
      search_ban: [{ when: 'ownProfile', rule: "the report's own words; no label of 2023" }],
    },
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
    SpamHighRecall: {
      search_suggestion_ban: [
        {
          when: 'all',
          rule: 'SpamHighRecallRule (UserLabelRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp',
          inOneList: true,
        },
      ],
      search_ban: [
        { when: 'all', rule: 'SpamHighRecallRule (UserLabelRules.scala), in SearchTop and SearchLatest' },
      ],
      ghost_ban: [
        {
          when: 'allLookedUp',
          rule: "DeciderableSpamHighRecallRule (UserLabelRules.scala), in ConversationReply's account rules, through the look-up of the author",
        },
      ],
    },
    ReadOnly: {
      search_suggestion_ban: [
        {
          when: 'all',
          rule: 'ReadOnlyRule (UserLabelRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp',
          inOneList: true,
        },
      ],
      search_ban: [
        { when: 'all', rule: 'ReadOnlyRule (UserLabelRules.scala), in SearchTop and SearchLatest' },
      ],
      ghost_ban: [
        {
          when: 'allLookedUp',
          rule: "ReadOnlyRule (UserLabelRules.scala), in ConversationReply's account rules, through the look-up of the author",
        },
      ],
    },
    Compromised: {
      search_suggestion_ban: [
        {
          when: 'all',
          rule: 'CompromisedRule (UserLabelRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp',
          inOneList: true,
        },
      ],
      search_ban: [
        { when: 'all', rule: 'CompromisedRule (UserLabelRules.scala), in SearchTop and SearchLatest' },
      ],
      ghost_ban: [
        {
          when: 'allLookedUp',
          rule: "CompromisedRule (UserLabelRules.scala), in ConversationReply's account rules, through the look-up of the author",
        },
      ],
    },
    DoNotAmplify: {
      search_suggestion_ban: [
        {
          when: 'nonFollowers',
          rule: 'DoNotAmplifyNonFollowerRule (UserLabelRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp',
          inOneList: true,
        },
      ],
      search_ban: [
        {
          when: 'nonFollowersTop',
          rule: 'DoNotAmplifyNonFollowerRule (UserLabelRules.scala), in SearchTop, SearchPhoto, SearchVideo, not SearchLatest',
        },
      ],
      reply_deboosting: [
        {
          when: 'notClose',
          rule: 'DoNotAmplifySectionUserRule (UserLabelRules.scala), in TimelineConversationsDownranking',
        },
      ],
    },
    NsfwHighPrecision: {
      search_suggestion_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwHighPrecisionUserLabelRule (SafeSearchRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp, UserSearchTypeahead, UserSearchSrp',
        },
      ],
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwHighPrecisionUserLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
    },
    NsfwAvatarImage: {
      search_suggestion_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwAvatarImageUserLabelRule (SafeSearchRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp, UserSearchTypeahead, UserSearchSrp',
        },
      ],
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwAvatarImageUserLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
    },
    NsfwBannerImage: {
      search_suggestion_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwBannerImageUserLabelRule (SafeSearchRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp, UserSearchTypeahead, UserSearchSrp',
        },
      ],
      search_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwBannerImageUserLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
    },
    NsfwNearPerfect: {
      search_suggestion_ban: [
        {
          when: 'filtering',
          rule: 'SafeSearchNsfwNearPerfectAuthorRule (SafeSearchRules.scala), in UserSearchTypeahead, UserSearchSrp',
          inOneList: true,
        },
      ],
    },
    NsfwHighRecall: {
      search_suggestion_ban: [
        {
          when: 'filteringNonFollowers',
          rule: 'SafeSearchHighRecallUserLabelRule (SafeSearchRules.scala), in UserSearchTypeahead, UserSearchSrp',
          inOneList: true,
        },
      ],
    },
    AbusiveHighRecall: {
      search_suggestion_ban: [
        {
          when: 'filteringNonFollowers',
          rule: 'SafeSearchAbusiveHighRecallUserLabelRule (SafeSearchRules.scala), in SearchPeopleTypeahead, SearchPeopleSrp, UserSearchTypeahead, UserSearchSrp',
        },
      ],
      search_ban: [
        {
          when: 'filteringNonFollowers',
          rule: 'SafeSearchAbusiveHighRecallUserLabelRule (SafeSearchRules.scala), in SearchTop and SearchLatest',
        },
      ],
    },
    NsfwAdmin: {
      search_suggestion_ban: [
        {
          when: 'filteringLoggedIn',
          rule: 'DropNsfwAdminAuthorViewerOptInFilteringOnSearchRule (Rules.scala), in UserSearchSrp (people search) only',
          inOneList: true,
        },
      ],
    },
    ImpersonationHighPrecision: {},
    'LegalRequest(CC)': inCountries,
    'BystanderReport(CC)': inCountries,
    'UnspecifiedReason(CC)': inCountries,
    'LegalRequest(XX)': everywhere,
    'UnspecifiedReason(XX)': everywhere,
  },
} as const satisfies Record<string, Record<string, BanRules>>
