# SPDX-License-Identifier: Apache-2.0
"""A verdict as text, as Markdown for a pull request, and as JSON."""

# Name in JSON, text, how it is shown; a smaller number is better, except for those of MORE.
METRICS = (('max_ulp', 'largest error, ulp', '{:.4g}'), ('max_steps', 'largest error, steps', '{:d}'),
           ('mean_ulp', 'mean error, ulp', '{:.4g}'), ('rounded', 'correctly rounded, %', '{:.3f}'),
           ('special', 'special values that are wrong', '{:d}'), ('turns', 'neighbours in the wrong order', '{:d}'),
           ('cycles', 'cycles of a tile', '{:d}'), ('words', 'words', '{:d}'), ('registers', 'LRegs', '{:d}'),
           ('findings', 'findings', '{:d}'))
MORE = ('rounded',)
# Smaller differences than these are noise of the model or of the mean.
BAND = {'cycles': 0.01, 'mean_ulp': 0.01, 'rounded': 0.0005}


def metrics(result):
    """The numbers of a result of stx-ulp with findings."""
    cases = result['cases'].values()
    cycles = result.get('cycles')
    return {'max_ulp': result['max_ulp'], 'max_steps': result['max_steps'], 'mean_ulp': result['mean_ulp'],
            'rounded': 100 * result['correct'] / max(1, result['ordinary']), 'special': sum(c['count'] - c['right'] for c in cases),
            'turns': result['turns'], 'cycles': cycles[0] if cycles else None, 'words': result['words'],
            'registers': result.get('lregs'), 'findings': len(result['findings'])}


def change(name, before, after):
    """"better", "worse", or "" for a metric of two results."""
    if before is None or after is None or abs(after - before) <= BAND.get(name, 0) * abs(before):
        return ''
    return 'better' if (after < before) != (name in MORE) else 'worse'


def rows(part):
    """(metric's text, before, after, change) of a part of a verdict; before is None without a base."""
    for name, text, form in METRICS:
        def shown(side, form=form, name=name):
            value = part[side] and part[side]['metrics'][name]
            return '-' if value is None else form.format(value)
        if part['head']['metrics'][name] is not None:
            yield text, part['base'] and shown('base'), shown('head'), part['changes'].get(name, '')


def band(part, side):
    cycles = part[side] and part[side].get('cycles')
    return f' ({cycles[1]} to {cycles[2]})' if cycles else ''


def specials(part):
    """Which results have changed, and what is not right apart from ordinary inputs, a line each."""
    changed = part['differing']
    if changed:
        first = ', '.join('{}: {} -> {}'.format(' '.join(one[:-2]), *one[-2:]) for one in changed['first'])
        yield f'results that have changed: {changed["count"]} of {changed["of"]}' + (f', first {first}' if first else '')
    for name, case in part['head']['cases'].items():
        if case['count'] != case['right']:
            yield f'{name}: {case["count"] - case["right"]} of {case["count"]}, first {case["input"]}: {case["result"]}, expected {case["expected"]}'


def title(verdict):
    return f'{verdict["subject"]}: {verdict["function"]}'


def text(verdict):
    lines = [title(verdict)]
    for part in verdict['parts']:
        lines.append(f'\n{part["chip"]}, {part["format"]}, {part["head"]["inputs"]} inputs')
        if part['card'] is not None:
            lines.append(f"  a Wormhole card's largest error (the vendor's table): {part['card']} steps")
        for what, before, after, changed in rows(part):
            extra = band(part, 'head') if what.startswith('cycles') else ''
            lines.append(f'  {what:32}' + (f'{before:>12} -> ' if before is not None else '') + f'{after:>12}{extra}' + (f'  {changed}' if changed else ''))
        lines += [f'  {line}' for line in specials(part)]
        lines += ['  ' + line.replace('\n', '\n  ') for line in part['head']['findings']]
    return '\n'.join([*lines, '', *ending(verdict)])


def worse(verdict):
    """A line for each metric that is worse than before."""
    for part in verdict['parts']:
        for name, text, form in METRICS:
            if part['changes'].get(name) == 'worse':
                before, after = (form.format(part[side]['metrics'][name]) for side in ('base', 'head'))
                yield f'worse: {part["chip"]}, {part["format"]}: {text} {before} -> {after}'


def ending(verdict):
    broken = [f'limit broken: {line}' for line in verdict['broken']]
    return [*(f'changed: {place}' for place in verdict['changed']), *worse(verdict), *broken, 'verdict: ' + ('not accepted' if broken else 'accepted')]


def markdown(verdict):
    based = verdict['base'] is not None
    lines = [f'### {title(verdict)}', '']
    for part in verdict['parts']:
        lines += [f'**{part["chip"]}, {part["format"]}**, {part["head"]["inputs"]} inputs', '']
        lines += ['| | before | after | |', '|---|--:|--:|---|'] if based else ['| | |', '|---|--:|']
        for what, before, after, changed in rows(part):
            after += band(part, 'head') if what.startswith('cycles') else ''
            lines.append(f'| {what} | {before} | {after} | {changed} |' if based else f'| {what} | {after} |')
        lines += ['', *(f'- {line}' for line in specials(part)), *('```\n' + line + '\n```' for line in part['head']['findings']), '']
    return '\n'.join([*lines, *ending(verdict), ''])
