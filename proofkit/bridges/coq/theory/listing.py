"""Tails of a sum of few signs, by listing all of them."""

TEXT = r"""(** ** Unit weights, by listing all signs: no use is made of Hoeffding's inequality *)

Fixpoint whole_sum (k : nat) (y : list bool) : Z :=
  match k, y with
  | S rest, s :: y' => ((if s then 1 else -1) + whole_sum rest y')%Z
  | _, _ => 0%Z
  end.

(** How many of the 2^k signs have a sum of at least j. *)
Definition count_from (k : nat) (j : Z) : nat :=
  length (filter (fun y => (j <=? whole_sum k y)%Z) (signs k)).

(** [count/2^k <= exp (-j^2/(2k))] follows from [3^(j^2) * count^(2k) <= (2^k)^(2k)]. *)
Definition listed (k : nat) : bool :=
  forallb (fun j => (3 ^ (Z.of_nat j * Z.of_nat j)
    * Z.of_nat (count_from k (Z.of_nat j)) ^ (2 * Z.of_nat k)
    <=? (2 ^ Z.of_nat k) ^ (2 * Z.of_nat k))%Z) (seq 0 (S k))
  && (count_from k (Z.of_nat (S k)) =? 0)%nat.

Lemma signed_whole : forall k y, signed_sum (repeat 1 k) y = IZR (whole_sum k y).
Proof.
  induction k as [|k IH]; intro y; [reflexivity|].
  destruct y as [|[] y]; [reflexivity | |];
    cbn [repeat signed_sum whole_sum]; rewrite plus_IZR, IH; reflexivity.
Qed.

Lemma chance_from : forall k j s, IZR j - 1 < s ->
  P (signs k) (reaches s (repeat 1 k)) <= INR (count_from k j) / 2 ^ k.
Proof.
  intros k j s H.
  replace (INR (count_from k j) / 2 ^ k)
    with (P (signs k) (fun y => (j <=? whole_sum k y)%Z)).
  - apply P_le; [apply signs_filled|]; intros y; unfold reaches.
    destruct (Rle_dec _ _) as [L | L]; [intros _ | discriminate].
    rewrite signed_whole in L; apply Z.leb_le.
    assert (B : IZR j - 1 < IZR (whole_sum k y)) by lra.
    rewrite <- minus_IZR in B; apply lt_IZR in B; lia.
  - unfold P, count_from; f_equal; unfold signs; rewrite length_tuples; f_equal; simpl; ring.
Qed.

Lemma exp_listed : forall j k c, (0 < k)%nat ->
  (3 ^ (Z.of_nat j * Z.of_nat j) * Z.of_nat c ^ (2 * Z.of_nat k)
    <= (2 ^ Z.of_nat k) ^ (2 * Z.of_nat k))%Z ->
  INR c / 2 ^ k <= exp (- (INR j ^ 2) / (2 * INR k)).
Proof.
  intros j k c K H.
  assert (KP : 0 < INR k) by (apply (lt_INR 0); exact K).
  assert (P2 : 0 < 2 ^ k) by (apply pow_lt; lra).
  destruct c as [|c]; [simpl; unfold Rdiv; rewrite Rmult_0_l; left; apply exp_pos|].
  assert (CP : 0 < INR (S c)) by (apply (lt_INR 0); lia).
  assert (Q : 0 < INR (S c) / 2 ^ k) by (apply Rdiv_lt_0_compat; assumption).
  rewrite <- (exp_ln (INR (S c) / 2 ^ k)) by exact Q; apply exp_monotone.
  assert (L : ln (IZR (3 ^ (Z.of_nat j * Z.of_nat j) * Z.of_nat (S c) ^ (2 * Z.of_nat k)))
    <= ln (IZR ((2 ^ Z.of_nat k) ^ (2 * Z.of_nat k)))).
  { apply ln_monotone; [|apply IZR_le; exact H].
    apply (IZR_lt 0), Z.mul_pos_pos; apply Z.pow_pos_nonneg; lia. }
  rewrite mult_IZR, ln_mult in L by (apply (IZR_lt 0), Z.pow_pos_nonneg; lia).
  assert (T : (0 < 2 ^ Z.of_nat k)%Z) by (apply Z.pow_pos_nonneg; lia).
  rewrite !ln_whole_power in L by lia.
  rewrite !mult_IZR, <- !INR_IZR_INZ in L.
  assert (E3 : 1 <= ln 3).
  { rewrite <- (ln_exp 1); apply ln_monotone; [apply exp_pos | exact exp_le_3]. }
  unfold Rdiv at 1; rewrite ln_mult, ln_inverse, ln_power by (try apply Rinv_0_lt_compat; lra).
  assert (J : INR j * INR j <= INR j * INR j * ln 3).
  { rewrite <- (Rmult_1_r (INR j * INR j)) at 1; apply Rmult_le_compat_l; [|exact E3].
    apply Rle_0_sqr. }
  apply Rmult_le_reg_l with (2 * INR k); [lra|].
  replace (2 * INR k * (- INR j ^ 2 / (2 * INR k))) with (- (INR j * INR j)) by (field; lra).
  lra.
Qed.

Theorem tail_by_listing : forall k, (0 < k)%nat -> listed k = true -> forall s, 0 <= s ->
  P (signs k) (reaches s (repeat 1 k)) <= exp (- (s ^ 2) / (2 * INR k)).
Proof.
  intros k K H s SP; apply andb_true_iff in H; destruct H as [H N].
  assert (KP : 0 < INR k) by (apply (lt_INR 0); exact K).
  assert (J : exists j : nat, INR j - 1 < s <= INR j).
  { destruct (archimed s) as [A B].
    destruct (Rle_lt_dec (IZR (up s) - 1) s) as [C | C]; [|lra].
    destruct (Req_dec (IZR (up s) - 1) s) as [E | E].
    - exists (Z.to_nat (up s - 1)); rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR; [lra|].
      apply le_IZR; rewrite minus_IZR; lra.
    - exists (Z.to_nat (up s)); rewrite INR_IZR_INZ, Z2Nat.id; [lra|].
      apply le_IZR; lra. }
  destruct J as [j [J1 J2]].
  destruct (le_gt_dec j k) as [L | G].
  - apply Rle_trans with (INR (count_from k (Z.of_nat j)) / 2 ^ k);
      [apply chance_from; rewrite <- INR_IZR_INZ; exact J1|].
    rewrite forallb_forall in H; specialize (H j ltac:(apply in_seq; lia)).
    apply Z.leb_le, (exp_listed j k _ K) in H.
    apply Rle_trans with (1 := H), exp_monotone.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply Ropp_le_contravar, pow_incr; lra.
  - apply Nat.eqb_eq in N.
    apply Rle_trans with (INR (count_from k (Z.of_nat (S k))) / 2 ^ k).
    + apply chance_from; rewrite <- INR_IZR_INZ.
      assert (INR (S k) <= INR j) by (apply le_INR; lia); lra.
    + rewrite N; simpl; unfold Rdiv; rewrite Rmult_0_l; left; apply exp_pos.
Qed.
"""
