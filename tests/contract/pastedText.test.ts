import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkKindOf, parsePostUrl, mirrorToXUrl } from '../../contract/names.ts'
import { readTypedText, screenNameChoices, screenNameInText } from '../../contract/pastedText.ts'
import { TYPED_LENGTH_MAX, screenNameFault, screenNameOrNull } from '../../contract/screenName.ts'

const nameOf = (pasted: string) => {
  const name = screenNameInText(pasted)
  return screenNameFault(name) === null ? name : null
}

describe('a pasted text that names one account', () => {
  it.each([
    // Titles of X's pages.
    'たろう@C105東A01a (@taro_1) / X',
    'Xユーザーのたろう@C105東A01a（@taro_1）さん: 「@hanako_2 ありがとう」 / X',
    'Xユーザーのたろうさん（@taro_1）: 「(@hanako_2)」 / X',
    'たろう (\u2066@taro_1\u2069) / X',
    '@taro_1さんのメディア投稿 / X',
    // Profiles and posts that were copied as text.
    'たろう\n@taro_1\n相方は @hana…',
    'たろう@C105\n@taro_1 フォローされています\n別名 @C106',
    // Handles in sentences.
    '@taro_1（本垢）',
    '@taro_1さん',
    '@taro_1様',
    '@taro_1先生の新刊',
    'Twitter/@taro_1',
    '<@taro_1>',
    'from:taro_1',
    // Links, alone and in words.
    'https://x.com/taro_1',
    'http://mobile.twitter.com/taro_1',
    'https://twitter.com/#!/taro_1',
    'https://x.com/intent/follow?original_referer=https%3A%2F%2Fexample.com%2F&screen_name=@taro_1&tw_p=followbutton',
    'https://x.com/search?q=from%3Ataro_1&src=typed_query&f=live',
    'https://x.com/taro_1です',
    'https://x.com/taro_1.',
    // Cells of our own CSV files.
    '"=""taro_1"""',
    "'@taro_1",
    // Marks, escapes and links of other services and of X's app.
    '『taro_1』',
    '“taro_1”',
    '（taro_1）',
    '[[taro_1]]',
    '~~taro_1~~',
    '「taro_1」。',
    'twitter://user?screen_name=taro_1',
    'x://user?id=1&screen_name=taro_1',
    '@taro&#95;1',
    '@taro\\u005f1',
    'https://x.com/taro%5F1',
    'https:\\u002f\\u002fx.com\\u002ftaro_1',
    '`@taro_1`',
    '**https://x.com/taro_1**',
    '[たろう](https://x.com/taro\\_1)',
    '<https://x.com/taro_1|たろう>',
    'https:\\/\\/x.com\\/taro_1',
    'https://www.google.com/url?q=https%3A%2F%2Fx.com%2Ftaro_1&sa=D',
    'https%3A%2F%2Fx.com%2Ftaro_1',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Ftwitter.com%2Ftaro_1%3Fs%3D20',
    // Mirrors.
    'https://vxtwitter.com/taro_1/',
    'https://fixupx.com/taro_1',
    'https://fixvx.com/taro_1?s=20',
    'nitter.privacy.example/taro_1',
  ])('a pasted text that names one account yields that account: %j', (pasted) => {
    expect(nameOf(pasted)).toBe('taro_1')
    expect(screenNameChoices(pasted)).toEqual([])
  })
})

it.each(['taro…', 'taro..'])('a name that was cut is not read as a name: %s', (cut) => {
  expect(screenNameOrNull(cut)).toBeNull()
})

it.each(['taro。', '@taro」', 'taro.', 'taro）。', 'taro？'])(
  'a mark behind a name is left out: %s',
  (name) => {
    expect(screenNameOrNull(name)).toBe('taro')
  },
)

describe('a pasted text that does not say which account', () => {
  it.each([
    ['@taro_1 @hanako_2', ['taro_1', 'hanako_2']],
    ['taro_1、hanako_2', ['taro_1', 'hanako_2']],
    ['taro_1\nhanako_2', ['taro_1', 'hanako_2']],
    ['`taro_1`, 「hanako_2」', ['taro_1', 'hanako_2']],
    ['たろう@C105 https://x.com/taro_1', ['taro_1', 'C105']],
    ['たろう\n@taro_1\nサブ：(@hanako_2)', ['taro_1', 'hanako_2']],
    ['たろう@C105東A01a', ['C105']],
    ['たろう @C105東A01a', ['C105']],
    // Beside a name that was cut, nothing says that the other one is meant.
    ['@tar… @hanako_2', ['hanako_2']],
    // The text of a post may name others.
    ['Xユーザーのたろう @C105さん: 「(@hanako_2)」 / X', ['C105']],
    ['たろう @C105 on X: "Thanks (@hanako_2)" / X', ['C105']],
  ])('a pasted text that does not say which account is meant makes the form ask: %j', (pasted, choices) => {
    expect([nameOf(pasted), screenNameChoices(pasted)]).toEqual([null, choices])
  })

  it.each([
    '@taro@social.example',
    '@taro.social.example',
    '@taro-1',
    'https://social.example/@taro',
    'social.example/@taro',
    'see https://social.example/@taro',
    'https://x.com.evil.example/taro',
    'https://notx.com/taro',
    'https://x.com/home',
    'https://x.com/settings/account',
    'https://x.com/hashtag/taro',
    'https://x.com/i/flow/login?redirect_after_login=https%3A%2F%2Fevil.example%2Ftaro',
    'https://nitter.net/pic/taro',
    'https://nitter/taro',
    'https://fxtwitter.com.evil.example/taro',
    // Names that an app showed cut.
    '@tar⋯',
    // Letters that no name has: the letters before them are another name.
    '@Pokémon',
    '@t\u0430ro',
    'https://x.com/Pokémon',
    'https://x.com/t\u0430ro',
  ])('a pasted text without an account yields none: %j', (pasted) => {
    expect([nameOf(pasted), screenNameChoices(pasted)]).toEqual([null, []])
  })

  it.each([
    'https://x.com/i/user/123456',
    'x.com/intent/user?a=b&user_id=1',
    'twitter.com/intent/follow?user_id=1',
    'twitter://user?id=1',
  ])('a link with a number in place of a name is recognised: %s', (link) => {
    expect(linkKindOf(link)).toBe('userId')
  })
})

it('a name that the end of the field cuts is not read', () => {
  const words = `${'あ'.repeat(TYPED_LENGTH_MAX - 6)} @taro`
  expect(nameOf(words.slice(1))).toBe('taro')
  expect([nameOf(words), screenNameChoices(words)]).toEqual([null, []])
})

it.each([
  ['**https://x.com/taro\\_1/status/123**', { post: 'https://x.com/taro_1/status/123', otherLink: null }],
  ['x.com/tar…', { post: null, otherLink: 'cut' }],
  ['@tar...', { post: null, otherLink: 'cut' }],
  ['「tar…」', { post: null, otherLink: 'cut' }],
  ['x.com/taro_1/status/19800…', { post: null, otherLink: null }],
  ['https://t.co/AbC', { post: null, otherLink: 'short' }],
  ['https://x.com/taro_1', { post: null, otherLink: null }],
])('the field for a name tells what kind of link %j is', (typed, expected) => {
  expect(readTypedText(typed)).toMatchObject(expected)
})

describe('an address of a post', () => {
  it.each([
    ['https://x.com/taro_1/article/123', 'taro_1'],
    ['https://x.com/taro_1/status/123/mediaViewer?currentTweet=123&currentTweetUser=taro_1', 'taro_1'],
    ['https://x.com/taro_1/status/123/media_tags', 'taro_1'],
    ['https://x.com/taro_1/status/123/retweets/with_comments', 'taro_1'],
    ['https://twitter.com/intent/retweet?related=x&tweet_id=123', null],
    ['https://x.com/login?redirect_after_login=%2Ftaro_1%2Fstatus%2F123%3Fs%3D20', 'taro_1'],
  ])('an address of a post is read: %s', (url, name) => {
    expect(parsePostUrl(url)).toEqual({ name, id: '123' })
  })

  it.each([
    'https://x.com/i/article/123',
    'https://x.com/i/flow/login?redirect_after_login=%2F%2Fevil.example%2Fstatus%2F123',
    'https://x.com/intent/like?tweet_id=abc',
    'https://x.com//status/123',
  ])('an address that is not one of a post is not read as one: %s', (url) => {
    expect(parsePostUrl(url)).toBeNull()
  })

  it.each([
    ['https://d.fxtwitter.com/taro_1/status/123.mp4', 'https://x.com/taro_1/status/123'],
    ['https://fxtwitter.com/taro_1/status/123/ja', 'https://x.com/taro_1/status/123'],
    ['https://fxtwitter.com/i/status/123', 'https://x.com/i/status/123'],
    ['http://twittpr.com/taro_1/statuses/123', 'https://x.com/taro_1/status/123'],
    ['https://nitter.net/taro_1/status/123#m', 'https://x.com/taro_1/status/123'],
    ['https://nitter.a.b.example/i/web/status/123', 'https://x.com/i/status/123'],
    ['https://nitter.net/statuses/123', 'https://x.com/i/status/123'],
    ['https://xcancel.com/taro_1', 'https://x.com/taro_1'],
  ])('the address of a post on a mirror is shown as one on X: %s', (url, onX) => {
    expect(mirrorToXUrl(url)).toBe(onX)
    expect(linkKindOf(url)).toBe('x')
    expect(parsePostUrl(url)).toBeNull()
  })

  it.each([
    'https://evilfxtwitter.com/taro_1/status/123',
    'https://fxtwitter.com.evil.example/taro_1/status/123',
    'https://evil.example/nitter.net/taro_1/status/123',
    'https://nitter.net/about',
  ])('a text that is not the address of a post on a mirror stays unchanged: %j', (text) => {
    expect(mirrorToXUrl(text)).toBe(text)
  })
})

const name = fc
  .stringMatching(/^[A-Za-z]\w{4,13}$/)
  .filter(
    (name) =>
      !/^(about|account|search|share|topics|login|logout|signup|intent|premium|privacy|oauth|lists|explore|compose|hashtag|download|messages|settings|bookmarks|communities|notifications)$/i.test(
        name,
      ),
  )
/** Words without an @ or a dot: dots make other sites' addresses. */
const words = fc.string({
  unit: fc.constantFrom(...'たろうカナ東京さんabc 12ー、。！「」🎨\n'),
  maxLength: 30,
})

describe('whatever stands around it', () => {
  const wrap = fc.constantFrom<(name: string) => string>(
    (name) => ` (@${name}) `,
    (name) => `（＠${name}）`,
    (name) => `\n@${name}\n`,
    (name) => ` @${name} `,
    (name) => ` https://x.com/${name} `,
    (name) => ` https://twitter.com/${name}?s=20 `,
    (name) => ` https://fxtwitter.com/${name} `,
    (name) => ` https://x.com/intent/follow?screen_name=${name} `,
  )

  it('one handle in a text is found', () => {
    fc.assert(
      fc.property(words, name, wrap, words, (before, name, wrap, after) => {
        expect(screenNameInText(before + wrap(name) + after)).toBe(name)
      }),
    )
  })

  it('a handle in brackets wins over one in the display name', () => {
    fc.assert(
      fc.property(words, name, name, words, (before, inside, name, after) => {
        expect(screenNameInText(`${before}@${inside} (@${name}) / X${after.replaceAll(/[「」]/g, '')}`)).toBe(
          name,
        )
      }),
    )
  })

  it('no account is chosen if two are named in the same way, and the form offers both', () => {
    fc.assert(
      fc.property(name, name, wrap, words, (one, other, wrap, between) => {
        fc.pre(one.toLowerCase() !== other.toLowerCase())
        // A line of its own is a stronger sign than a mention.
        const pasted = wrap(one) + between.replaceAll('\n', '') + wrap(other)
        expect(nameOf(pasted)).toBeNull()
        expect(screenNameChoices(pasted)).toEqual([one, other])
      }),
    )
  })

  it('no account is named that the text does not name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = [...screenNameChoices(text), nameOf(text) ?? ''].map((name) => name.toLowerCase())
        for (const name of found)
          expect(
            text
              .normalize('NFKC')
              .replaceAll(/[^ -~]/g, '')
              .toLowerCase(),
          ).toContain(name)
      }),
    )
  })
})
