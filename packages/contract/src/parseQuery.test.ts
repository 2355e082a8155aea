import { describe, expect, test } from 'bun:test';
import { kinds } from './content.ts';
import { limits } from './limits.ts';
import { type Operation, operations } from './operations.ts';
import { type ParameterName, parameters, type Query } from './parameters.ts';
import { mentions, parseQuery } from './parseQuery.ts';

const listNews = operation('news');

function operation(kind: keyof typeof kinds, isSingle = false): Operation {
  const found = operations.find((operation) => operation.kind === kind && operation.single === isSingle);
  if (found === undefined) throw new Error(`there is no operation for ${kind}`);
  return found;
}

function accepted(search: string, by = listNews): Query {
  const { query, faults } = parseQuery(by, search);
  if (query === undefined) throw new Error(`refused: ${JSON.stringify(faults)}`);
  return query;
}

function refused(search: string, by = listNews): string[] {
  return (parseQuery(by, search).faults ?? []).map(({ parameter, message }) => `${parameter} ${message}`);
}

const integerRule = 'must be an integer';

describe('defaults', () => {
  test('an empty query is the first page in the default order', () => {
    expect(accepted('')).toEqual({
      page: 1,
      size: 20,
      sort: [{ field: 'publishedAt', descending: true }],
      rssOnly: false,
      includeCategory: false,
      includeTags: false,
    });
  });

  test('media are in the order of their names', () => {
    expect(accepted('', operation('media')).sort).toEqual([{ field: 'name', descending: false }]);
  });

  test('empty pairs are nothing', () => expect(accepted('&&size=5&')).toEqual(accepted('size=5')));
});

describe('integers', () => {
  const good = [
    ['page=1', { page: 1 }],
    ['page=9007199254740991', { page: 9007199254740991 }],
    ['size=1', { size: 1 }],
    ['size=99', { size: 99 }],
    ['size=%35', { size: 5 }],
    ['previewAt=0', { previewAt: 0 }],
    ['previewAt=-1', { previewAt: -1 }],
    ['previewAt=8640000000000000', { previewAt: 8640000000000000 }],
  ] as const;
  test.each(good)('%s is valid', (search, expected) => expect(accepted(search)).toMatchObject(expected));

  const bad = ['', '0', '-1', '01', '+1', '%2B1', '1.0', '1e3', '0x1', ' 1', '1 ', '１', 'NaN', 'Infinity'];
  const huge = ['9007199254740992', '9'.repeat(400), `1${'0'.repeat(15)}1`];
  test.each([...bad, ...huge])('page=%s is refused', (value) => {
    expect(refused(`page=${value}`)).toEqual(['page must be an integer from 1 to 9007199254740991']);
  });
  test.each([...bad, ...huge, '100'])('size=%s is refused', (value) => {
    expect(refused(`size=${value}`)).toEqual(['size must be an integer from 1 to 99']);
  });
  test.each(['', '-0', '00', '8640000000000001', '-8640000000000001', '1.5'])(
    'previewAt=%s is refused',
    (value) => expect(refused(`previewAt=${value}`)[0]).toStartWith(`previewAt ${integerRule}`),
  );
});

describe('booleans', () => {
  for (const name of ['rssOnly', 'includeCategory', 'includeTags'] as const) {
    test(`${name} is true or false`, () => {
      expect(accepted(`${name}=true`)[name]).toBe(true);
      expect(accepted(`${name}=false`)[name]).toBe(false);
    });
    test.each(['', '1', 'TRUE', 'yes', 'true,false', ' true'])(`${name}=%s is refused`, (value) => {
      expect(refused(`${name}=${value}`)).toEqual([`${name} must be 'true' or 'false'`]);
    });
  }
  test('a name without a value is an empty value', () => {
    expect(refused('rssOnly')).toEqual(["rssOnly must be 'true' or 'false'"]);
  });
});

describe('lists', () => {
  test('commas and repetition mean the same, and go together', () => {
    const ids = ['n1', 'n2', 'n3'];
    for (const search of [
      'contentIds=n1,n2,n3',
      'contentIds=n1&contentIds=n2&contentIds=n3',
      'contentIds=n1,n2&contentIds=n3',
      'contentIds=n1%2Cn2,n3',
    ])
      expect(accepted(search).ids).toEqual(ids);
  });

  test('a value given twice counts once', () => {
    expect(accepted('contentIds=n1,n2,n1&contentIds=n2').ids).toEqual(['n1', 'n2']);
    expect(accepted('tags=a,a').tags).toEqual(['a']);
  });

  const empties = ['', ',', 'n1,', ',n1', 'n1,,n2', 'n1&contentIds='];
  test.each(empties)('contentIds=%s has an empty element', (value) => {
    expect(refused(`contentIds=${value}`)[0]).toStartWith('contentIds has an empty element');
  });

  test.each(['a b', 'a+b', 'ä', 'a/b', '%00', 'a'.repeat(129)])('contentIds=%s is no ID', (value) => {
    expect(refused(`contentIds=${encodeURIComponent(value)}`)[0]).toStartWith('contentIds must be an ID');
  });

  test('each kind has its own list of IDs', () => {
    for (const [kind, name] of [
      ['banner', 'contentIds'],
      ['media', 'mediaIds'],
      ['category', 'categoryIds'],
      ['tag', 'tagIds'],
    ] as const)
      expect(accepted(`${name}=x1,x2`, operation(kind)).ids).toEqual(['x1', 'x2']);
  });

  test('tags may be aliases in any script', () => {
    expect(accepted('tags=t1,%E6%96%B0%E8%A3%BD%E5%93%81').tags).toEqual(['t1', '新製品']);
    expect(refused('tags=a%0Ab')[0]).toStartWith('tags must be a tag ID or alias');
  });
});

describe('category', () => {
  test('is one ID or alias, comma and all', () => {
    expect(accepted('category=a,b').category).toBe('a,b');
    expect(accepted('category=new+products').category).toBe('new products');
  });
  test.each(['', '%00', 'a'.repeat(256)])('category=%s is refused', (value) => {
    expect(refused(`category=${value}`)[0]).toStartWith('category must be one category ID or alias');
  });
});

describe('search', () => {
  const astral = encodeURIComponent('𠮷'.repeat(limits.searchCharacters.max));
  test('is trimmed and counted in code points', () => {
    expect(accepted('search=++a+b++').search).toBe('a b');
    expect(accepted(`search=${astral}`).search).toBe('𠮷'.repeat(100));
    expect(accepted(`search=+${'a'.repeat(100)}+`).search).toHaveLength(100);
    expect(accepted('search=%0A+a%0Ab+%C2%85%E3%80%80').search).toBe('a\nb');
  });
  test.each(['', '+', '%E3%80%80', '%C2%85', '+%0A%E2%80%A8+', 'a'.repeat(101), `${astral}a`])(
    'search=%s is refused',
    (value) => {
      expect(refused(`search=${value}`)).toEqual(['search must be 1 to 100 characters, after trimming']);
    },
  );
  test.each(['\u00AD', '\uFE0F', '\u200B \u2060\u115F', '\u{E0100}'])(
    'search=%j has nothing to compare',
    (text) => {
      const value = encodeURIComponent(text);
      expect(refused(`search=${value}`)).toEqual(['search must have at least one visible character']);
      expect(accepted(`search=${value}a`).search).toBe(`${text}a`);
    },
  );
});

describe('sort', () => {
  test('keeps the order of its items', () => {
    expect(accepted('sort=name:asc,createdAt:desc').sort).toEqual([
      { field: 'name', descending: false },
      { field: 'createdAt', descending: true },
    ]);
    expect(accepted('sort=name:asc&sort=alias:desc').sort).toHaveLength(2);
  });

  test('every sort field of every kind, in both directions', () => {
    for (const by of operations.filter(({ single }) => !single))
      for (const field of kinds[by.kind].sortFields)
        for (const direction of ['asc', 'desc'])
          expect(accepted(`sort=${field}:${direction}`, by).sort).toEqual([
            { field, descending: direction === 'desc' },
          ]);
  });

  test('says what is wrong', () => {
    expect(refused('sort=name')[0]).toContain(
      "must be written '<field>:asc' or '<field>:desc'; 'name' is not",
    );
    expect(refused('sort=name:ASC')[0]).toContain("'name:ASC' is not");
    expect(refused('sort=name:asc:desc')[0]).toContain("'name:asc:desc' is not");
    expect(refused('sort=name:asc,name:desc')[0]).toContain("names the field 'name' more than once");
    expect(refused('sort=createAt:asc')[0]).toContain("did you mean 'createdAt'?");
    expect(refused('sort=fileSize:asc')[0]).toContain('fields are: publishedAt, contentId, name,');
    expect(refused('sort=')[0]).toContain('has an empty element');
  });

  test.each(['__proto__', 'constructor', 'toString', 'length'])('there is no field %s', (field) => {
    expect(refused(`sort=${field}:asc`)[0]).toContain(`can't sort by '${field}'`);
  });
});

describe('names and encodings', () => {
  test('an unknown parameter names the nearest known one', () => {
    expect(refused('pgae=1')[0]).toBe("pgae is not a parameter of this operation; did you mean 'page'?");
    expect(refused('Size=1')[0]).toContain("did you mean 'size'?");
    expect(refused('include_tags=true')[0]).toContain("did you mean 'includeTags'?");
  });

  test('if none is near, all are listed', () => {
    expect(refused('colour=red', operation('tag'))[0]).toContain(
      'known are: page, size, sort, tagIds, previewAt',
    );
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty', ''])("'%s' is an unknown parameter", (name) => {
    expect(refused(`${name}=1`)[0]).toStartWith(`${name} is not a parameter of this operation`);
  });

  test('a parameter of another operation is unknown', () => {
    for (const by of operations) {
      const foreign = parameterNames().filter((name) => !by.parameters.includes(name));
      for (const name of foreign)
        expect(refused(`${name}=1`, by)[0]).toContain('is not a parameter of this operation');
    }
  });

  test('a scalar may be given once', () => {
    for (const pair of ['page=1', 'size=1', 'search=a', 'category=a', 'rssOnly=true', 'previewAt=1'])
      expect(refused(`${pair}&${pair}`)[0]).toContain('is given more than once');
  });

  const broken = ['%', '%4', '%zz', '%ff', '%c3', '%ed%a0%80', '%c0%80', '%ef%bf'];
  test.each(broken)('search=%s is not UTF-8', (value) =>
    expect(refused(`search=${value}`)).toEqual(['search is not valid percent-encoded UTF-8']),
  );

  test('the replacement character is a character like any other', () => {
    const { search, category, tags } = accepted('search=a%EF%BF%BD&category=%ef%bf%bd&tags=x,%EF%BF%BD');
    expect([search, category, tags]).toEqual(['a\u{FFFD}', '\u{FFFD}', ['x', '\u{FFFD}']]);
    expect(accepted('search=\u{FFFD}').search).toBe('\u{FFFD}');
    expect(accepted('search=\u{FFFD}+%61').search).toBe('\u{FFFD} a');
    expect(refused('contentIds=%EF%BF%BD')[0]).toContain('must be an ID');
    expect(refused('%EF%BF%BD=1')[0]).toStartWith('\u{FFFD} is not a parameter');
  });

  test('a broken name is an unknown parameter, shown as it came', () => {
    expect(refused('%ff=1')[0]).toStartWith('%ff is not a parameter');
  });

  test('names are decoded', () => expect(accepted('%73ize=3').size).toBe(3));

  test('all faults are reported at once, each with its parameter', () => {
    const faults = parseQuery(listNews, 'page=0&size=100&rssOnly=1&nope=1').faults ?? [];
    expect(faults.map(({ parameter }) => parameter).sort()).toEqual(['nope', 'page', 'rssOnly', 'size']);
  });

  test('a URL full of faults gets a bounded response', () => {
    for (const search of ['zzzz&'.repeat(1600), '%f0%9f%98%80=1&'.repeat(500), 'search=%&'.repeat(900)]) {
      const { faults = [] } = parseQuery(listNews, search);
      expect(faults).toHaveLength(limits.queryFaults);
    }
  });

  test('a long value is shortened in messages, and never cut within a character', () => {
    const [fault = ''] = refused(`contentIds=${encodeURIComponent(`a${'😀'.repeat(999)}`)}`);
    expect(fault.length).toBeLessThan(200);
    expect(fault.isWellFormed()).toBe(true);
  });
});

test('mentions: whether a parameter is named, whatever its value', () => {
  for (const search of ['previewAt=1', 'a=b&previewAt', 'preview%41t=x', '&previewAt=%'])
    expect(mentions(search, 'previewAt')).toBe(true);
  for (const search of ['', 'previewat=1', 'a=previewAt', 'previewAt2=1', '%=previewAt'])
    expect(mentions(search, 'previewAt')).toBe(false);
});

test('the example of every parameter is right', () => {
  for (const by of operations)
    for (const name of by.parameters) {
      const example = name === 'sort' ? kinds[by.kind].defaultSort : parameters[name].example;
      accepted(`${name}=${encodeURIComponent(example)}`, by);
    }
});

function parameterNames(): ParameterName[] {
  return [...new Set(operations.flatMap((by) => by.parameters))];
}
