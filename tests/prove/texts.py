# SPDX-License-Identifier: Apache-2.0
"""Bodies of functions of a, b and c in LLVM's IR, for words.py."""

# Each: %i and %j are numbers from 0 to 3.
PLACES = {
    'bytes of a word': '''%p = alloca i32, align 4
%x = trunc i64 %a to i32
store i32 %x, i32* %p, align 4
%q = bitcast i32* %p to i8*
%e = getelementptr inbounds i8, i8* %q, i64 %i
%y = trunc i64 %b to i8
store i8 %y, i8* %e, align 1
%f = getelementptr inbounds i8, i8* %q, i64 %j
%u = load i8, i8* %f, align 1
%v = load i32, i32* %p, align 4
%uw = zext i8 %u to i64
%vw = zext i32 %v to i64
%s = shl i64 %uw, 32
%r = or i64 %s, %vw
ret i64 %r''',
    'words of an array, and one across two of them': '''%p = alloca [5 x i16], align 2
%q = bitcast [5 x i16]* %p to i8*
call void @llvm.memset.p0i8.i64(i8* %q, i8 5, i64 10, i1 false)
%e = getelementptr inbounds [5 x i16], [5 x i16]* %p, i64 0, i64 %i
%x = trunc i64 %a to i16
store i16 %x, i16* %e, align 2
%k = add i64 %i, %j
%f = getelementptr inbounds i8, i8* %q, i64 %k
%h = bitcast i8* %f to i32*
%v = load i32, i32* %h, align 1
%r = zext i32 %v to i64
ret i64 %r''',
    'members of structures': '''%p = alloca %T, align 8
%q = alloca %T, align 8
%pb = bitcast %T* %p to i8*
%qb = bitcast %T* %q to i8*
call void @llvm.memset.p0i8.i64(i8* %pb, i8 -1, i64 24, i1 false)
%m0 = getelementptr inbounds %T, %T* %p, i64 0, i32 0
%m1 = getelementptr inbounds %T, %T* %p, i64 0, i32 1
%m2 = getelementptr inbounds %T, %T* %p, i64 0, i32 2, i64 %j
%x = trunc i64 %a to i8
%y = trunc i64 %b to i16
store i8 %x, i8* %m0, align 1
store i64 %b, i64* %m1, align 8
store i16 %y, i16* %m2, align 2
call void @llvm.memcpy.p0i8.p0i8.i64(i8* %qb, i8* %pb, i64 24, i1 false)
%e = getelementptr inbounds i8, i8* %qb, i64 %i
%f = bitcast i8* %e to i64*
%u = load i64, i64* %f, align 1
%n2 = getelementptr inbounds %T, %T* %q, i64 0, i32 2, i64 %i
%v = load i16, i16* %n2, align 2
%vw = zext i16 %v to i64
%r = add i64 %u, %vw
ret i64 %r''',
    'values of several members': '''%o0 = insertvalue {i64, i8} undef, i64 %b, 0
%x = trunc i64 %a to i8
%o1 = insertvalue {i64, i8} %o0, i8 %x, 1
%p = alloca {i64, i8}, align 8
store {i64, i8} %o1, {i64, i8}* %p, align 8
%l = load {i64, i8}, {i64, i8}* %p, align 8
%u = extractvalue {i64, i8} %l, 0
%v = extractvalue {i64, i8} %l, 1
%vw = zext i8 %v to i64
%r = xor i64 %u, %vw
ret i64 %r''',
    'the alignment of a variable': '''%p = alloca i32, align 16
%q = ptrtoint i32* %p to i64
%low = and i64 %q, 15
%e = icmp eq i64 %low, 0
%r = zext i1 %e to i64
ret i64 %r''',
    'constants': '''%e = getelementptr inbounds [4 x i16], [4 x i16]* @table, i64 0, i64 %i
%u = load i16, i16* %e, align 2
%f = getelementptr inbounds [5 x i8], [5 x i8]* @text, i64 0, i64 %j
%v = load i8, i8* %f, align 1
%half = and i64 %i, 1
%g = getelementptr inbounds [2 x <{ i8, i32 }>], [2 x <{ i8, i32 }>]* @packed, i64 0, i64 %half, i32 1
%w = load i32, i32* %g, align 1
%h = getelementptr inbounds { i8, [2 x i8], i32 }, { i8, [2 x i8], i32 }* @mixed, i64 0, i32 2
%k = load i32, i32* %h, align 4
%c0 = getelementptr inbounds { i8, [2 x i8], i32 }, { i8, [2 x i8], i32 }* @mixed, i64 0, i32 1, i64 1
%n = load i8, i8* %c0, align 1
%z = load i16, i16* getelementptr inbounds ([4 x i16], [4 x i16]* @table, i64 0, i64 2), align 2
%uw = zext i16 %u to i64
%vw = zext i8 %v to i64
%ww = zext i32 %w to i64
%kw = zext i32 %k to i64
%nw = zext i8 %n to i64
%zw = zext i16 %z to i64
%s0 = mul i64 %uw, 3
%s1 = mul i64 %vw, 65536
%s2 = mul i64 %ww, 11
%s3 = mul i64 %kw, 13
%s4 = mul i64 %zw, 17
%t0 = add i64 %s0, %s1
%t1 = add i64 %t0, %s2
%t2 = add i64 %t1, %s3
%t3 = add i64 %t2, %s4
%r = add i64 %t3, %nw
ret i64 %r''',
    'one of several pointers': '''%p = alloca i64, align 8
%q = alloca i64, align 8
store i64 %a, i64* %p, align 8
store i64 %b, i64* %q, align 8
%t = icmp ult i64 %i, 2
%e = select i1 %t, i64* %p, i64* %q
%u = load i64, i64* %e, align 8
store i64 %j, i64* %e, align 8
%s = icmp eq i64* %e, %p
%d = icmp ne i64* %e, %q
%x = load i64, i64* %p, align 8
%y = load i64, i64* %q, align 8
%sw = zext i1 %s to i64
%dw = zext i1 %d to i64
%n0 = add i64 %u, %x
%n1 = mul i64 %y, 3
%n2 = add i64 %n0, %n1
%n3 = shl i64 %sw, 9
%n4 = xor i64 %n2, %n3
%n5 = shl i64 %dw, 17
%r = xor i64 %n4, %n5
ret i64 %r''',
    'pointers in memory': '''%p = alloca [2 x i64], align 8
%s = alloca i64*, align 8
%t = alloca i64*, align 8
%e = getelementptr inbounds [2 x i64], [2 x i64]* %p, i64 0, i64 0
%f = getelementptr inbounds [2 x i64], [2 x i64]* %p, i64 0, i64 1
store i64 %a, i64* %e, align 8
store i64 %b, i64* %f, align 8
%k = icmp ugt i64 %j, 1
br i1 %k, label %yes, label %no
yes:
store i64* %e, i64** %s, align 8
br label %end
no:
store i64* %f, i64** %s, align 8
br label %end
end:
%g = load i64*, i64** %s, align 8
store i64* %g, i64** %t, align 8
%h = load i64*, i64** %t, align 8
%u = load i64, i64* %h, align 8
%x = ptrtoint i64* %h to i64
%y = ptrtoint i64* %e to i64
%d = sub i64 %x, %y
%r = add i64 %u, %d
ret i64 %r''',
}
MORE = '''
%T = type { i8, i64, [4 x i16] }
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
declare void @llvm.memmove.p0i8.p0i8.i64(i8*, i8*, i64, i1)
@table = internal constant [4 x i16] [i16 7, i16 -2, i16 300, i16 0], align 2
@text = internal constant [5 x i8] c"a\\\\\\00\\FFz", align 1
@packed = internal constant [2 x <{ i8, i32 }>] [<{ i8, i32 }> <{ i8 1, i32 -559038737 }>, <{ i8, i32 }> <{ i8 2, i32 77 }>], align 1
@mixed = internal constant { i8, [2 x i8], i32 } { i8 1, [2 x i8] [i8 2, i8 3], i32 4660 }, align 4
'''

WAYS = {
    'a variable of one way alone': '''%x = icmp slt i64 %a, 0
br i1 %x, label %one, label %end
one:
%p = alloca i64, align 8
store i64 %b, i64* %p, align 8
%v = load i64, i64* %p, align 8
br label %end
end:
%r = phi i64 [ %v, %one ], [ %c, %entry ]
ret i64 %r''',
    'switch': '''%x = and i64 %a, 7
switch i64 %x, label %other [ i64 1, label %one
i64 5, label %two
i64 2, label %one ]
one:
br label %end
two:
br label %end
other:
br label %end
end:
%r = phi i64 [ 10, %one ], [ %b, %two ], [ %c, %other ]
ret i64 %r''',
    'loops inside each other, with two ends': '''%n = and i64 %a, 3
br label %outer
outer:
%i = phi i64 [ 0, %entry ], [ %i1, %more ]
%s = phi i64 [ %b, %entry ], [ %s2, %more ]
br label %inner
inner:
%j = phi i64 [ 0, %outer ], [ %j1, %inner ]
%t = phi i64 [ %s, %outer ], [ %t1, %inner ]
%t0 = mul i64 %t, 3
%t1 = add i64 %t0, %j
%j1 = add i64 %j, 1
%o = icmp ule i64 %j1, %i
br i1 %o, label %inner, label %after
after:
%s2 = xor i64 %t1, %i
%w = and i64 %t1, 15
%early = icmp eq i64 %w, 4
br i1 %early, label %found, label %more
more:
%i1 = add i64 %i, 1
%p = icmp ult i64 %i1, %n
br i1 %p, label %outer, label %end
found:
ret i64 %i
end:
ret i64 %s2''',
    'calls': '''%x = call i64 @g(i64 %a, i64 %b)
%y = call i64 @g(i64 %x, i64 %c)
%r = sub i64 %y, %x
ret i64 %r''',
}
